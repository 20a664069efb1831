import { useSyncExternalStore } from 'react'

const print = matchMedia('print')
let isBeingPrinted = false

/** In px: the left column on paper, where 1rem is 12.8px. */
const WIDTH_ON_PAPER = 256

/**
 * What tells a plot its size: it fills its space in the window, and is drawn for the paper before it is printed, since
 * by then it would notice the new space too late.
 *
 * @param height on paper, in px
 */
export function usePlotSize(height: number): { responsive: true } | { width: number; height: number } {
  return useIsPrinted() ? { width: WIDTH_ON_PAPER, height } : { responsive: true }
}

/** Whether the page is drawn for the paper. */
export function useIsPrinted(): boolean {
  return useSyncExternalStore(watch, () => isBeingPrinted || print.matches)
}

function watch(onChange: () => void): () => void {
  const set = (value: boolean) => () => {
    isBeingPrinted = value
    onChange()
  }
  const [begin, end] = [set(true), set(false)]
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  print.addEventListener('change', onChange)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    print.removeEventListener('change', onChange)
  }
}
