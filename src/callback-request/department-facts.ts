/** What mail says of the department. It comes with the built site, from the department's content file. */
export interface DepartmentFacts {
  name: string
  hospital: string
  telephone: { shown: string; dialled: string }
  /** The number that a visitor sees when the department calls. */
  callsFrom: string
  /** IANA name of the zone in which slots are meant. */
  timeZone: string
}
