/** The document events by which the page's parts, and other scripts, speak to each other. */
declare global {
  interface DocumentEventMap {
    /** Opens the modal, from any script on the page (specification, section 2). The listener that opens it prevents the default. */
    triggerModal: Event
    /** A card's service is to be chosen in the appointment form. The listener that does so prevents the default. */
    chooseService: CustomEvent<string>
    /** The modal has opened, and asks the bar for what was typed there and is not yet sent. */
    askForTyped: CustomEvent<(typed: FormData) => void>
    /** What was sent in this visit has changed. */
    visitChanged: Event
  }
}

export {}
