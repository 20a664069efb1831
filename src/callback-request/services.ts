/**
 * The types of service a visitor may name in the appointment form, in the order in which the form offers them.
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

export type Service = (typeof SERVICES)[number]
