import type { Service } from '../callback-request/services.ts'

/*
 * Every text and picture that a department would change. Edit this file, and replace the pictures in `public` under the
 * same names. The content describes a sample department, which is invented.
 */

export interface Slide {
  id: number
  heading: string
  tagline: string
  /** The class that sets the banner as the background; see `carousel/banners.ts`. */
  bgClass: string
}

export interface Procedure {
  service: Exclude<Service, 'Other'>
  /** One plain sentence: what the operation is, not what it promises. */
  description: string
  /** Stem of the card's files in `public/pictures`: `{picture}-400.avif`, `-800.avif` and the same as `.jpg`. */
  picture: string
}

export interface Refusal {
  heading: string
  /** May name the minutes to wait. */
  text: string | ((minutes: number) => string)
}

export const department = {
  name: 'Department of Plastic Surgery',
  hospital: 'Sample Hospital',
  location: '1 Example Road, Sample City, India',
  /** Shown in the footer of every page; empty it once the details are your own. */
  sampleNotice: 'A sample department: the hospital, its address and its numbers are invented.',
  telephone: { shown: '+91 00000 00000', dialled: '+910000000000' },
  /** The number from which the department calls, so that visitors recognise it. */
  callsFrom: '+91 00000 00000',
  email: 'plastic.surgery@hospital.example',
  /** The site's address in shared links, without a slash at the end. */
  siteAddress: 'https://plastic-surgery.hospital.example',
  emergencyTelephone: '112',
  /** Removed from a number that is pasted into a telephone field. */
  countryPrefix: '+91',
  /** IANA name of the time zone of the slots. */
  timeZone: 'Asia/Kolkata',
  timesAre: 'Times are India Standard Time',
} as const

/** What search engines and shared links show about the page. */
export const pageDescription =
  'Plastic surgery procedures explained in plain words. Choose a two-hour window, and a coordinator from the department will call you.'

export const slides: readonly Slide[] = [
  {
    id: 1,
    heading: 'Breast augmentation',
    tagline: 'Questions about size, implants or recovery? We will call you, and you can take your time.',
    bgClass: 'banner_breast_augmentation',
  },
  {
    id: 2,
    heading: 'Abdominoplasty',
    tagline: 'A tummy tuck is a major operation. Find out what it involves before you come to see us.',
    bgClass: 'banner_abdominoplasty',
  },
  {
    id: 3,
    heading: 'Rhinoplasty',
    tagline: 'Nose surgery begins with a conversation about how you breathe and what you would like to change.',
    bgClass: 'banner_rhinoplasty',
  },
]

export const procedures: readonly Procedure[] = [
  {
    service: 'Abdominoplasty',
    description: 'Removes loose skin from the abdomen and tightens the muscles beneath it.',
    picture: 'card_abdominoplasty',
  },
  {
    service: 'Blepharoplasty',
    description: 'Removes or repositions excess skin and fat in the upper or lower eyelids.',
    picture: 'card_blepharoplasty',
  },
  {
    service: 'Breast Reduction',
    description: 'Removes breast tissue, fat and skin, and reshapes what remains.',
    picture: 'card_breast-reduction',
  },
  {
    service: 'Breast Augmentation',
    description: 'Enlarges the breasts with implants or with the patient’s own fat.',
    picture: 'card_breast-augmentation',
  },
  {
    service: 'Brow Lift',
    description: 'Raises the eyebrows and tightens the skin of the forehead.',
    picture: 'card_brow-lift',
  },
  {
    service: 'Cheek Implants',
    description: 'Places implants over the cheekbones to give the midface more volume.',
    picture: 'card_cheek-implants',
  },
  {
    service: 'Chin Implants',
    description: 'Places an implant along the jawbone to bring the chin forward.',
    picture: 'card_chin-implants',
  },
  {
    service: 'Face & Neck Lift',
    description: 'Lifts and tightens the deeper tissues and the skin of the face and neck.',
    picture: 'card_face-and-neck-lift',
  },
  {
    service: 'Facial Paralysis',
    description: 'Uses nerves, muscles or tendons from elsewhere to support a paralysed face.',
    picture: 'card_facial-paralysis',
  },
  {
    service: 'Fat Injection Into Face',
    description: 'Moves small amounts of the patient’s own fat into hollow areas of the face.',
    picture: 'card_fat-injection-into-face',
  },
  {
    service: 'Gynaecomastia',
    description: 'Removes enlarged breast tissue in men, often combined with liposuction.',
    picture: 'card_gynaecomastia',
  },
  {
    service: 'Hymenoplasty',
    description: 'Repairs the tissue of the hymen; everything you tell us is confidential.',
    picture: 'card_hymenoplasty',
  },
  {
    service: 'Liposuction',
    description: 'Removes fat from chosen areas through thin tubes; it is not a treatment for obesity.',
    picture: 'card_liposuction',
  },
  {
    service: 'Rhinoplasty',
    description: 'Reshapes the bone and cartilage of the nose, for appearance, breathing or both.',
    picture: 'card_rhinoplasty',
  },
  {
    service: 'Scar Revision',
    description: 'Makes a scar less noticeable or less tight; it cannot remove the scar completely.',
    picture: 'card_scar-revision',
  },
  {
    service: 'Vaginoplasty',
    description: 'Reconstructs or tightens the vagina, for example after childbirth, injury or illness.',
    picture: 'card_vaginoplasty',
  },
]

export const steps = [
  { title: 'You choose a time', text: 'Give us your name, your number and a two-hour window that suits you.' },
  {
    title: 'We call you',
    text: 'A coordinator from the department calls in that window, answers your first questions and explains the cost.',
  },
  {
    title: 'You decide',
    text: 'A consultation with a surgeon comes before any operation. Results and risks differ from person to person.',
  },
] as const

export const modal = {
  sentence: 'You choose the time. Only a coordinator from the department will call you.',
} as const

export const thankYou = {
  heading: 'Thank you. We will call you back.',
  when: 'A coordinator from the department will call in the two-hour window you chose, in India Standard Time. If you chose Anytime, we will call as soon as a coordinator is available.',
  caller: `We will call from ${department.callsFrom}. If you miss our call, you can call us back whenever it suits you.`,
  ready: [
    'The names of any medicines you take, and any allergies',
    'Previous operations and long-term illnesses',
    'The questions you most want answered',
  ],
} as const

const unreadable = {
  heading: 'We could not read the form',
  text: 'We have not received your request. Please open the form again and send it from there.',
}

/**
 * What visitors without script read when their form is refused, by HTTP status: whether we have received the request, and
 * what to do now. The department's telephone number follows.
 */
export const refusals: { byStatus: Partial<Record<number, Refusal>>; unexpected: Refusal } = {
  byStatus: {
    400: unreadable,
    403: {
      heading: 'Please send the form from our website',
      text: 'We have not received your request, because we could not confirm that it came from our website. Please open the form again and send it from there.',
    },
    413: {
      heading: 'Your text is too long',
      text: 'We have not received your request, because its text is longer than we can accept. Please go back to the previous page, shorten it and send it again; in most browsers, what you typed will still be there.',
    },
    415: unreadable,
    429: {
      heading: 'Please send the form a little later',
      text: (minutes) =>
        `We have not received your request, because we received many forms from your network in a short time. Please go back to the previous page and send it again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}; in most browsers, what you typed will still be there.`,
    },
    503: {
      heading: 'We could not accept your request just now',
      text: 'We have not stored your request. Please send the form again in a moment.',
    },
  },
  unexpected: {
    heading: 'Something went wrong on our side',
    text: 'Your request may not have reached us. Please send the form again in a moment.',
  },
}

/** Below both forms: the privacy notice in one sentence, who may ask, and what the form is not for. */
export const formNote = {
  privacy: 'Used only to call you back.',
  adults: 'For adults.',
  emergencies: `Not for emergencies: call ${department.emergencyTelephone}.`,
}

/** The privacy notice. Change its version when its meaning changes: each request records the version that was shown. */
export const notice = {
  version: '2026-11-01',
  sections: [
    {
      title: 'What we ask for, and why',
      text: 'Your name, telephone number, e-mail address, the time that suits you, and the procedure or message you choose to send. We need them to call you back and to answer your question, and we use them for nothing else. The fact that you asked about an operation is information about your health, and we treat it as such.',
    },
    {
      title: 'Who sees it',
      text: 'The department’s callback coordinators, one of whom will call you, and the people at the hospital who look after this system. We do not sell or share your details, and this site uses no cookies, no trackers and no advertising.',
    },
    {
      title: 'How you found us',
      text: 'If you followed one of our campaign links, we keep the name of the campaign with your request. We keep nothing else about your visit.',
    },
    {
      title: 'How long we keep it',
      text: 'For one year after your request, unless you ask us to erase it sooner.',
    },
    {
      title: 'Your choices',
      text: `You can ask us at any time what information we hold about you, and ask us to correct or erase it: call ${department.telephone.shown} or write to ${department.email}. You do not need your request’s reference; your number or e-mail address is enough.`,
    },
    {
      title: 'If you have a complaint',
      text: 'Write to the hospital’s privacy officer at privacy@hospital.example. You may also complain to the data protection authority in your country.',
    },
  ],
} as const
