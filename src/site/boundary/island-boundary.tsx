import { Component, createContext, Fragment, type ReactNode } from 'react'
import { type BrowserState, browserStateOf, restoreBrowserState } from './browser-state.ts'
import { CallInstead } from './call-instead.tsx'

/** Forms that were sent before React came, by the path to which they are posted. `posted` ones the browser has sent. */
export type EarlyForms = Map<string, 'waiting' | 'posted'>

/** What surrounds an island in the browser. */
export interface Surroundings {
  /** The element that React hydrated. */
  container: Element
  /** What the browser had in it before. */
  before: () => BrowserState
  /** The forms that were sent before React came. */
  earlyForms: EarlyForms
  telephone: { shown: string; dialled: string }
  onMount: () => void
}

/** Null where the page is rendered by the build. */
export const IslandContext = createContext<Surroundings | null>(null)

interface State {
  /** How often the island was rendered anew. */
  attempt: number
  /** Whether it has failed and is not rendered anew yet. */
  hasFailed: boolean
  /** Whether it failed again as soon as it was rendered anew. */
  isGivenUp: boolean
}

/**
 * Renders an island anew when it fails, above all when another script has removed what React wants to remove. What
 * React does not own is kept: typed values, focus, selection, an open dialog. State that has to outlive a failure belongs
 * above this boundary. An island that fails again as soon as it is rendered anew shows the department's telephone link.
 */
export class IslandBoundary extends Component<{ children: ReactNode }, State, BrowserState | undefined> {
  static override contextType = IslandContext
  declare context: Surroundings | null
  override state: State = { attempt: 0, hasFailed: false, isGivenUp: false }
  private before: BrowserState | undefined
  private isSettled = false
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidMount() {
    if (!this.context) return
    this.context.onMount()
    // Children that have failed while they were mounted get it when they are rendered anew.
    if (this.state.hasFailed) this.before = this.context.before()
    else restoreBrowserState(this.context.before(), this.context.container)
    this.settle()
  }

  override getSnapshotBeforeUpdate(_props: unknown, { hasFailed }: State) {
    return this.context && this.state.hasFailed && !hasFailed ? browserStateOf(this.context.container) : undefined
  }

  override componentDidUpdate(_props: unknown, { attempt }: State, before: BrowserState | undefined) {
    this.before = before ?? this.before
    if (attempt === this.state.attempt || !this.before || !this.context) return
    for (const node of this.before.nodes) node.remove() // which another script has moved, so that React could not
    restoreBrowserState(this.before, this.context.container)
    this.settle()
  }

  /** React calls this after it has removed the failed children, and again if it could not remove one of them. */
  override componentDidCatch() {
    const { attempt, hasFailed } = this.state
    if (!hasFailed) return
    this.setState({ attempt: attempt + 1, hasFailed: false, isGivenUp: attempt > 0 && !this.isSettled })
    this.isSettled = false
    clearTimeout(this.timer)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  /** A later failure is a new one: it gets another attempt. */
  private settle() {
    this.timer = setTimeout(() => {
      this.isSettled = true
    })
  }

  override render() {
    if (this.state.hasFailed) return null
    if (!this.state.isGivenUp) return <Fragment key={this.state.attempt}>{this.props.children}</Fragment>
    return this.context && <CallInstead {...this.context.telephone} />
  }
}
