/** How long a press is worth repeating. Later, the visitor is somewhere else. */
const PATIENCE_MS = 3000

/** What React answers and the browser does not, or not wholly: its own buttons, and the links that choose a service. */
const ANSWERED_BY_REACT = '#root :is(button:not([type="submit"]), a[href="#appointment"])'

/**
 * Remembers what is pressed before React is there. Links go where they lead meanwhile.
 *
 * @returns what ends this, and gives what repeats the presses once React can answer
 */
export function rememberEarlyPresses(): () => () => void {
  const early: { pressed: HTMLElement; at: number }[] = []
  const remember = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>(ANSWERED_BY_REACT) : null
    if (pressed && !pressed.closest('#contact')) early.push({ pressed, at: performance.now() })
  }
  document.addEventListener('click', remember, true)
  return () => {
    document.removeEventListener('click', remember, true)
    return () => {
      for (const { pressed, at } of early) if (performance.now() - at < PATIENCE_MS) pressed.click()
    }
  }
}
