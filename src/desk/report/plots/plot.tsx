import { Component, type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import css from './plots.module.css'

/** The library of the plots is larger than the rest of the app, so that only the report loads it. */
const LazyDayBars = lazy(() => import('./day-bars.tsx'))
const LazyRowBars = lazy(() => import('./row-bars.tsx'))

/** In rem: room for a name, its number and a bar. */
const ROW = 2.2

/** Requests by day as upright bars. */
export function DayBars(props: ComponentProps<typeof LazyDayBars>) {
  return (
    <Plot height={14}>
      <LazyDayBars {...props} />
    </Plot>
  )
}

/** Named bars below each other. */
export function RowBars(props: ComponentProps<typeof LazyRowBars>) {
  return (
    <Plot height={props.bars.length * ROW}>
      <LazyRowBars {...props} />
    </Plot>
  )
}

/**
 * Screen readers read the table beside the plot, which has the same figures. The space is there before the plot is.
 *
 * @param height in rem
 */
function Plot({ height, children }: { height: number; children: ReactNode }) {
  return (
    <PlotBoundary>
      <div className={css.plot} style={{ height: `${height}rem` }} aria-hidden="true">
        <Suspense>{children}</Suspense>
      </div>
    </PlotBoundary>
  )
}

/** The tables stay when the library cannot be loaded. */
class PlotBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <p>The plot could not be loaded. The table has the same figures. Reload the page to try again.</p>
  }
}
