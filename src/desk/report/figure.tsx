import { type ReactNode, useId, useState } from 'react'
import page from '../parts/page.module.css'
import { useIsPrinted } from './plots/use-plot-size.ts'
import css from './report.module.css'

interface FigureProps {
  name: string
  /** How much of a wide page it takes: by default half of its width; `tall` is for many bars. */
  size?: 'whole' | 'tall'
  /** What exactly is counted. */
  caption: string
  /** What the filled and the outlined part of a bar mean. */
  legend?: readonly [filled: string, outlined: string]
  plot: ReactNode
  /** Said where there is nothing to plot. */
  instead: string
  /** @param name gives the table the name of the figure */
  table: (name: { 'aria-labelledby': string }) => ReactNode
}

/** A plot, and a table of the same figures, which is hidden at first. Both have the heading's text as their name. */
export function Figure({ name, size, caption, legend, plot, instead, table }: FigureProps) {
  const id = useId()
  const isPrinted = useIsPrinted()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`${page.section} ${css.section}`} data-size={size}>
      <h2 id={id}>{name}</h2>
      <div className={css.sides}>
        <figure className={css.figure} aria-labelledby={id}>
          {legend && plot && (
            <p className={css.legend} aria-hidden="true">
              <span>{legend[0]}</span>
              <span>{legend[1]}</span>
            </p>
          )}
          {plot || <p>{instead}</p>}
          <figcaption>{caption}</figcaption>
        </figure>
        <details
          className={css.details}
          open={isOpen || isPrinted}
          onToggle={({ currentTarget }) => !isPrinted && setIsOpen(currentTarget.open)}
        >
          <summary>Show figures</summary>
          {table({ 'aria-labelledby': id })}
        </details>
      </div>
    </section>
  )
}
