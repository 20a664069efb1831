import { newPerson, type Person } from './people.ts'
import type { Random } from './random.ts'

/** How often somebody who has been called before asks again, and how often once there are no more short numbers. */
const AGAIN = 0.12
const AGAIN_WHEN_MANY = 0.9
const MANY = 95_000

/** How many are asked whether they are free, before somebody new comes. */
const ASKED = 5

/** Of those who ask again, the share who are waiting now as well. */
const WAITING = 0.4

interface Known {
  person: Person
  /** When the person's latest settled callback ended, and when the one that is open began: instants in ms. */
  freeFrom: number
  freeUntil: number
}

/** The people of a demo. Nobody has two callbacks at one time. */
export class InventedPeople {
  readonly #random: Random
  readonly #known: Known[] = []
  #waiting = 0

  constructor(random: Random) {
    this.#random = random
  }

  get count(): number {
    return this.#known.length
  }

  /** Somebody new, whose callback is open. All of them come first. */
  waitingSince(openedAt: Date): Person {
    this.#waiting++
    return this.#add({ freeFrom: 0, freeUntil: openedAt.getTime() })
  }

  /** Somebody whose callback was opened and settled, in the order of opening. */
  during(openedAt: Date, settledAt: Date): Person {
    const isAgain = this.#random.chance(this.#known.length < MANY ? AGAIN : AGAIN_WHEN_MANY)
    for (let asked = 0; isAgain && asked < ASKED; asked++) {
      const among = this.#random.chance(WAITING) && this.#known.length < MANY ? this.#waiting : this.#known.length
      const known = this.#known[this.#random.below(among)]
      if (!known || known.freeFrom >= openedAt.getTime() || known.freeUntil <= settledAt.getTime()) continue
      known.freeFrom = settledAt.getTime()
      return known.person
    }
    return this.#add({ freeFrom: settledAt.getTime(), freeUntil: Number.POSITIVE_INFINITY })
  }

  /** Somebody new whose request opens no callback. */
  suspected(): Person {
    return this.#add({ freeFrom: Number.POSITIVE_INFINITY, freeUntil: 0 })
  }

  #add(free: Omit<Known, 'person'>): Person {
    const person = newPerson(this.#known.length, this.#random)
    this.#known.push({ person, ...free })
    return person
  }
}
