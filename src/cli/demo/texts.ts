import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import type { Campaign } from '../../callback-request/campaign.ts'
import type { Person } from './people.ts'

type Texts = readonly string[]

/** What visitors write into the form "Get a callback", by the language of the page. */
export const MESSAGES: Readonly<Record<Person['language'], Texts>> = {
  en: [
    '',
    'Please call in the evening, I am at work during the day.',
    'I would like to know what the operation costs and how long I would have to stay.',
    'My doctor sent me to you. I have two questions:\n\n1. How long is the recovery?\n2. May I drive afterwards?',
    'A scar on my left arm from 2019, about 8 cm. Can it be made less visible?',
    'هل يمكنكم الاتصال بي باللغة العربية؟ شكرًا',
    'I called last week and was told to ask here again. I have already had one operation elsewhere and I am not happy with the result, so I would like a second opinion before I decide anything. I can send pictures by e-mail if that helps.',
    'Thank you!',
  ],
  hi: [
    'क्या आप हिंदी में बात कर सकते हैं? कृपया शाम को फ़ोन कीजिए।',
    'ऑपरेशन में कितना खर्च आएगा और कितने दिन रुकना होगा?',
    'धन्यवाद!',
    '',
  ],
}

/** What robots write. */
export const SPAM_MESSAGES: Texts = [
  'Best prices!!! https://pills.example https://pills.example/now https://pills.example/more',
  'We bring your site to page one: https://rank.example, https://rank.example/offer, https://rank.example/call',
  'You have won. www.prize.example www.prize.example/claim www.prize.example/today',
]

/** What coordinators write down about a call. */
export const NOTES: Readonly<Record<Outcome, Texts>> = {
  reached: [
    'Wants to think about it, has our number.',
    'Explained the procedure and the cost.',
    'पति से बात करके बताएँगी।',
  ],
  booked: [
    'Consultation on Tuesday, 10:30 am.',
    'Consultation booked; brings earlier reports.',
    'Prefers a female surgeon.',
  ],
  not_interested: ['Has decided for another hospital.', 'Asked for a friend, who has changed her mind.'],
  no_answer: ['Rang for a minute.', 'Went to voicemail; left no message.'],
  busy: ['Busy three times in a row.', 'Engaged.'],
  wrong_number: ['A shop; nobody there knows the name.'],
  call_later: ['In a meeting, asked for another time.', 'Driving. Please call when the children are at school.'],
  do_not_call: ['Asked not to be called any more.'],
  spam: ['Tried to sell us advertising.'],
}

/** How visitors came to the page; null for those whom no campaign brought. */
export const CAMPAIGNS: readonly (Campaign | null)[] = [
  null,
  null,
  null,
  { source: 'search', medium: 'cpc', campaign: 'rhinoplasty-autumn', term: 'nose surgery', content: null },
  { source: 'search', medium: 'cpc', campaign: 'scar-clinic', term: null, content: 'text-b' },
  { source: 'newsletter', medium: 'email', campaign: 'november', term: null, content: null },
  { source: 'social', medium: 'video', campaign: 'ask-a-surgeon', term: null, content: null },
  { source: 'leaflet', medium: 'print', campaign: 'open-day', term: null, content: null },
]
