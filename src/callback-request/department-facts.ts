/** The department's details in mails. They come with the built site, from the department's content file. */
export interface DepartmentFacts {
  name: string
  hospital: string
  telephone: { shown: string; dialled: string }
  /** The number that a visitor sees when the department calls. */
  callsFrom: string
  /** IANA name of the zone of the slots. */
  timeZone: string
}
