import type { Random } from './random.ts'

/** Somebody who asks for a call. All of them are invented. */
export interface Person {
  name: string
  /** Begins with five zeros, which no telephone number does. */
  phone: string
  email: string
  /** The language in which the person reads the page. */
  language: 'en' | 'hi'
}

/**
 * The invented coordinators who made the calls. Their accounts are disabled and have no password, so that nobody can
 * sign in as one of them.
 */
export const CALLERS = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'Asha Rao', email: 'asha.rao@demo.example' },
  { id: '00000000-0000-4000-8000-000000000002', name: 'Daniel Mensah', email: 'daniel.mensah@demo.example' },
  { id: '00000000-0000-4000-8000-000000000003', name: 'मीरा जोशी', email: 'meera.joshi@demo.example' },
] as const

/** Multiplying by this number, which shares no factor with 100,000, makes neighbours look unrelated. */
const SHUFFLE = 61_357

/** First and last names, each with its letters in an e-mail address where these are different. */
type Culture = readonly [first: string, last: string]

/** Whoever has such a name reads the page in Hindi. */
const HINDI: Culture = [
  'आशा|asha, रवि|ravi, प्रिया|priya, संजय|sanjay, मीनाक्षी|meenakshi, अनिल|anil, सुनीता|sunita',
  'शर्मा|sharma, वर्मा|verma, जोशी|joshi, कुलकर्णी|kulkarni, मिश्रा|mishra, यादव|yadav',
]
const CULTURES: readonly Culture[] = [
  HINDI,
  [
    'Asha, Ravi, Priya, Arjun, Kavya, Imran, Lakshmi, Farah, Harpreet, Nikhil, Ananya, Joseph',
    'Sharma, Iyer, Khan, Reddy, Fernandes, Gill, Banerjee, Patil, Menon, Bhat, Thomas',
  ],
  [
    'Zoë|zoe, José|jose, Łukasz|lukasz, Chloé|chloe, Søren|soren, Ingrid, Matteo, Aoife, Jürgen|juergen',
    'Núñez|nunez, Nowak, O’Brien|obrien, Lindqvist, de la Cruz|delacruz, Müller|mueller, Rossi, Smith-Jones',
  ],
  ['Chinonso, Amara, Thabo, Wanjiru, Kwame, Zainab, Tendai', 'Okafor, Mensah, Dlamini, Kamau, Adeyemi, Ndiaye'],
  ['Mei Ling|meiling, Haruto, Min-jun|minjun, Anh Thư|anhthu, Putri', 'Tan, Sato, Kim, Nguyễn|nguyen, Wijaya'],
  ['Layla, Omar, Yasmin, Tariq, Noor, Salma', 'Haddad, al-Farsi|alfarsi, Rahman, Aziz, Mansour'],
]

/** The invented person of a number below 100,000: different numbers have different telephone numbers and addresses. */
export function newPerson(number: number, random: Random): Person {
  const culture = random.pick(CULTURES)
  const [firstNames, lastNames] = culture
  const [first = '', firstLetters = first] = random.pick(firstNames.split(', ')).split('|')
  const [last = '', lastLetters = last] = random.pick(lastNames.split(', ')).split('|')
  return {
    name: `${first} ${last}`,
    phone: String((number * SHUFFLE) % 100_000).padStart(10, '0'),
    email: `${firstLetters}.${lastLetters}${number + 1}@visitor.example`.toLowerCase(),
    language: culture === HINDI ? 'hi' : 'en',
  }
}
