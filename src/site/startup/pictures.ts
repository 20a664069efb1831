/** Loads the pictures of all cards once the visitor scrolls the row. Until then or hydration, only the first loads. */
export function showPicturesWhenScrolled() {
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target.dataset.slides === undefined || target.scrollLeft === 0) return
      for (const slide of target.querySelectorAll<HTMLElement>('[aria-roledescription="slide"]')) {
        slide.dataset.near = ''
      }
    },
    { capture: true, passive: true },
  )
}
