/** Before hydration only the first card's picture is loaded; once the visitor scrolls the row, all are. */
export function showPicturesWhenScrolled() {
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target.dataset.slides === undefined || target.scrollLeft === 0) return
      for (const slide of target.querySelectorAll<HTMLElement>('[role="group"]')) {
        slide.dataset.near = ''
      }
    },
    { capture: true, passive: true },
  )
}
