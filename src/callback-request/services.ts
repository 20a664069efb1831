/**
 * The services that a visitor can choose in the appointment form, in the form's order.
 * Source: specification, section 3.
 */
export const SERVICES = [
  'Abdominoplasty',
  'Blepharoplasty',
  'Breast Reduction',
  'Breast Augmentation',
  'Brow Lift',
  'Cheek Implants',
  'Chin Implants',
  'Face & Neck Lift',
  'Facial Paralysis',
  'Fat Injection Into Face',
  'Gynaecomastia',
  'Hymenoplasty',
  'Liposuction',
  'Rhinoplasty',
  'Scar Revision',
  'Vaginoplasty',
  'Other',
] as const

/** One of these, or a procedure of the department's own, in its own words. */
export type Service = string
