/**
 * Loads the pictures of all cards as soon as the visitor scrolls through them. Until React decides which are near, only
 * the first ones are loaded.
 */
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
