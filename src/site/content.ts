import type { Service } from '../callback-request/services.ts'

/*
 * Everything a department says about itself. Change this file, replace the pictures of the same names in `public`,
 * and the site is yours. What is here belongs to a sample department: nobody in it exists.
 */

export interface Slide {
  id: number
  heading: string
  tagline: string
  /** The class that carries the banner as its background; defined in `hero-slider/banners.css`. */
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
  /** Some texts name how many minutes to wait. */
  text: string | ((minutes: number) => string)
}

export const department = {
  name: 'Department of Plastic Surgery',
  hospital: 'Sample Hospital',
  location: '1 Example Road, Sample City, India',
  /** Said in the footer of every page; leave it empty once the details are your own. */
  sampleNotice: 'A sample department: the hospital, its address and its numbers are invented.',
  telephone: { shown: '+91 00000 00000', dialled: '+910000000000' },
  /** The number the department calls from, so that a visitor knows whom to answer. */
  callsFrom: '+91 00000 00000',
  email: 'plastic.surgery@hospital.example',
  /** Where the site is found, for links that are shared; without a slash at the end. */
  siteAddress: 'https://plastic-surgery.hospital.example',
  emergencyTelephone: '112',
  /** Taken off when a number that is pasted into a telephone field carries it. */
  countryPrefix: '+91',
  /** IANA name of the zone in which slots are meant and calls are made. */
  timeZone: 'Asia/Kolkata',
  timesAre: 'Times are India Standard Time',
} as const

/** What search engines and shared links say of the page. */
export const pageDescription =
  'Plastic surgery procedures explained in plain words. Choose a two-hour window, and a coordinator of the department calls you.'

export const slides: readonly Slide[] = [
  {
    id: 1,
    heading: 'Breast augmentation',
    tagline: 'Questions about size, implants or recovery? We call you, and you take your time to decide.',
    bgClass: 'banner_breast_augmentation',
  },
  {
    id: 2,
    heading: 'Abdominoplasty',
    tagline: 'A tummy tuck is a real operation. Hear what it involves before you come to see us.',
    bgClass: 'banner_abdominoplasty',
  },
  {
    id: 3,
    heading: 'Rhinoplasty',
    tagline: 'Nose surgery begins with a conversation about how you breathe and what you would change.',
    bgClass: 'banner_rhinoplasty',
  },
]

export const procedures: readonly Procedure[] = [
  {
    service: 'Abdominoplasty',
    description: 'Removes loose skin of the abdomen and tightens the muscles beneath it.',
    picture: 'card_abdominoplasty',
  },
  {
    service: 'Blepharoplasty',
    description: 'Removes or moves excess skin and fat of the upper or lower eyelids.',
    picture: 'card_blepharoplasty',
  },
  {
    service: 'Breast Reduction',
    description: 'Removes breast tissue, fat and skin and reshapes what remains.',
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
    description: 'Uses nerves, muscles or tendons from elsewhere to support a face that is paralysed.',
    picture: 'card_facial-paralysis',
  },
  {
    service: 'Fat Injection Into Face',
    description: 'Moves small amounts of the patient’s own fat into hollow areas of the face.',
    picture: 'card_fat-injection-into-face',
  },
  {
    service: 'Gynaecomastia',
    description: 'Removes enlarged breast tissue in men, often together with liposuction.',
    picture: 'card_gynaecomastia',
  },
  {
    service: 'Hymenoplasty',
    description: 'Repairs the tissue of the hymen; we talk about it in full confidence.',
    picture: 'card_hymenoplasty',
  },
  {
    service: 'Liposuction',
    description: 'Removes fat from chosen areas through thin tubes; it does not treat obesity.',
    picture: 'card_liposuction',
  },
  {
    service: 'Rhinoplasty',
    description: 'Reshapes the bone and cartilage of the nose, for its form, for breathing or for both.',
    picture: 'card_rhinoplasty',
  },
  {
    service: 'Scar Revision',
    description: 'Reworks a scar to make it less noticeable or less tight; it cannot erase it.',
    picture: 'card_scar-revision',
  },
  {
    service: 'Vaginoplasty',
    description: 'Reconstructs or tightens the vagina, for instance after childbirth, injury or illness.',
    picture: 'card_vaginoplasty',
  },
]

export const steps = [
  { title: 'You choose a time', text: 'Leave your name, your number and a two-hour window that suits you.' },
  {
    title: 'We call you',
    text: 'A coordinator of the department calls in that window, answers first questions and explains what it costs.',
  },
  {
    title: 'You decide',
    text: 'A consultation with a surgeon comes first. Results and risks differ from person to person.',
  },
] as const

export const modal = {
  sentence: 'You choose the time. A coordinator of the department calls you, and nobody else does.',
} as const

export const thankYou = {
  heading: 'Thank you. We will call you.',
  when: 'A coordinator of the department calls in the two-hour window you chose, India Standard Time. If you chose Anytime, we call as soon as a coordinator can.',
  caller: `We call from ${department.callsFrom}. If you miss our call, call us back whenever it suits you.`,
  ready: [
    'The names of medicines you take, and allergies you know of',
    'Earlier operations and longer illnesses',
    'The questions you most want answered',
  ],
} as const

const unreadable = {
  heading: 'We could not read the form',
  text: 'We have not received your request. Please open the form again and send it from there.',
}

/**
 * What visitors without script read when their form is refused, by HTTP status: whether we have their request, and what
 * to do now. The department's telephone number follows.
 */
export const refusals: { byStatus: Partial<Record<number, Refusal>>; unexpected: Refusal } = {
  byStatus: {
    400: unreadable,
    403: {
      heading: 'Please send the form from our website',
      text: 'We have not received your request, because we could not tell that it came from our own page. Please open the form again and send it from there.',
    },
    413: {
      heading: 'Your text is too long',
      text: 'We have not received your request, because its text is longer than we can take. Please go back to the previous page, shorten it and send it again; in most browsers, what you typed is still there.',
    },
    415: unreadable,
    429: {
      heading: 'Please send the form a little later',
      text: (minutes) =>
        `We have not received your request, because many forms have come from your network in a short time. Please go back to the previous page and send it again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}; in most browsers, what you typed is still there.`,
    },
    503: {
      heading: 'We could not take your request just now',
      text: 'Nothing was stored. Please send the form again in a moment.',
    },
  },
  unexpected: {
    heading: 'Something went wrong on our side',
    text: 'Your request may not have reached us. Please send the form again in a moment.',
  },
}

/** Beside both forms: the privacy notice in one breath, who may ask, and what the form is not for. */
export const formNote = {
  privacy: 'Used only to call you back.',
  adults: 'For adults.',
  emergencies: `Not for emergencies: call ${department.emergencyTelephone}.`,
}

/** The privacy notice. Give it a new version whenever its meaning changes: each request keeps the one it was shown. */
export const notice = {
  version: '2026-11-01',
  sections: [
    {
      title: 'What we ask, and why',
      text: 'Your name, telephone number, e-mail address, the time that suits you, and the procedure or message you choose to send. We need them to call you back and to answer your question, and use them for nothing else. That you asked about an operation is information about your health, and we treat it as such.',
    },
    {
      title: 'Who sees it',
      text: 'The callback coordinators of the department, and the people at the hospital who look after this system. A coordinator calls you. We do not sell or share your details, and this site uses no cookies, no trackers and no advertising.',
    },
    {
      title: 'Where you came from',
      text: 'If you followed one of our campaign links, we keep the name of the campaign with your request. We keep nothing else about your visit.',
    },
    {
      title: 'How long we keep it',
      text: 'One year after your request, unless you ask us to erase it earlier.',
    },
    {
      title: 'Your choices',
      text: `Ask us at any time what we hold about you, to correct it, or to erase it: call ${department.telephone.shown} or write to ${department.email}. Your request’s reference is not needed; your number or e-mail address is enough.`,
    },
    {
      title: 'If you are not content',
      text: 'Write to the hospital’s privacy officer at privacy@hospital.example. You may also complain to the data protection authority of your country.',
    },
  ],
} as const
