import { type ReactNode, useId } from 'react'
import page from '../parts/page.module.css'
import css from './report.module.css'

interface FigureProps {
  name: string
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

/** A plot with its table beside it. Both have the heading's text as their name. */
export function Figure({ name, caption, legend, plot, instead, table }: FigureProps) {
  const id = useId()
  return (
    <section className={`${page.section} ${css.section}`}>
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
        {table({ 'aria-labelledby': id })}
      </div>
    </section>
  )
}
