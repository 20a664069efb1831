import type { Random } from './random.ts'

/** Somebody who asks for a call. All of them are invented. */
export interface Person {
  name: string
  /** Begins with five zeros, which no telephone number does. */
  phone: string
  email: string
}

/** Numbers of ten digits that begin with five zeros. */
const SHORT_NUMBERS = 100_000

/** Multiplying by this number, which shares no factor with `SHORT_NUMBERS`, makes neighbours look unrelated. */
const SHUFFLE = 61_357

/** One of so many has a longer number, as from abroad. Only the form "Get a callback" takes one. */
const ONE_ABROAD_IN = 31

/** Each name with its letters in an e-mail address, where these are different. */
const CULTURES: readonly [Culture, ...Culture[]] = [
  {
    first: [
      'Asha',
      'Ravi',
      'Priya',
      'Arjun',
      'Kavya',
      'Imran',
      'Lakshmi',
      'Farah',
      'Harpreet',
      'Nikhil',
      'Ananya',
      'Joseph',
    ],
    last: ['Sharma', 'Iyer', 'Khan', 'Reddy', 'Fernandes', 'Gill', 'Banerjee', 'Patil', 'Menon', 'Bhat', 'Thomas'],
  },
  {
    first: ['आशा|asha', 'रवि|ravi', 'प्रिया|priya', 'संजय|sanjay', 'मीनाक्षी|meenakshi', 'अनिल|anil', 'सुनीता|sunita'],
    last: ['शर्मा|sharma', 'वर्मा|verma', 'जोशी|joshi', 'कुलकर्णी|kulkarni', 'मिश्रा|mishra', 'यादव|yadav'],
  },
  {
    first: [
      'Zoë|zoe',
      'José|jose',
      'Łukasz|lukasz',
      'Chloé|chloe',
      'Søren|soren',
      'Ingrid',
      'Matteo',
      'Aoife',
      'Jürgen|juergen',
    ],
    last: [
      'Núñez|nunez',
      'Nowak',
      'O’Brien|obrien',
      'Lindqvist',
      'de la Cruz|delacruz',
      'Müller|mueller',
      'Rossi',
      'Smith-Jones',
    ],
  },
  {
    first: ['Chinonso', 'Amara', 'Thabo', 'Wanjiru', 'Kwame', 'Zainab', 'Tendai'],
    last: ['Okafor', 'Mensah', 'Dlamini', 'Kamau', 'Adeyemi', 'Ndiaye'],
  },
  {
    first: ['Mei Ling|meiling', 'Haruto', 'Min-jun|minjun', 'Anh Thư|anhthu', 'Somchai', 'Putri'],
    last: ['Tan', 'Sato', 'Kim', 'Nguyễn|nguyen', 'Chen', 'Wijaya'],
  },
  {
    first: ['Layla', 'Omar', 'Yasmin', 'Tariq', 'Noor', 'Salma'],
    last: ['Haddad', 'al-Farsi|alfarsi', 'Rahman', 'Aziz', 'Mansour'],
  },
]

interface Culture {
  first: readonly [string, ...string[]]
  last: readonly [string, ...string[]]
}

/** The invented person of a number: different numbers have different telephone numbers and addresses. */
export function newPerson(number: number, random: Random): Person {
  const culture = random.pick(CULTURES)
  const [first = '', firstLetters = first] = random.pick(culture.first).split('|')
  const [last = '', lastLetters = last] = random.pick(culture.last).split('|')
  const isAbroad = number >= SHORT_NUMBERS || number % ONE_ABROAD_IN === ONE_ABROAD_IN - 1
  return {
    name: `${first} ${last}`,
    phone: isAbroad
      ? `00000${1_000_000_000 + number}`
      : `00000${String((number * SHUFFLE) % SHORT_NUMBERS).padStart(5, '0')}`,
    email: `${firstLetters}.${lastLetters}${number + 1}@visitor.example`.toLowerCase(),
  }
}

/** Whether the appointment form would refuse a person's number, which has more than ten digits. */
export function isAbroad({ phone }: Person): boolean {
  return phone.length > 10
}
