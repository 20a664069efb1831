/** The path to which a form of the page is posted, without the language that it names. */
export const pathOf = (form: HTMLFormElement) => form.getAttribute('action')?.split('?')[0]

/** The form of the page that is posted to this path. Looked up each time, because other scripts may replace it. */
export function findForm(path: string): HTMLFormElement | undefined {
  return [...document.forms].find((form) => pathOf(form) === path)
}
