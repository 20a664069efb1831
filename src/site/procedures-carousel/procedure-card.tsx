import type { MouseEvent } from 'react'
import type { Service } from '../../callback-request/services.ts'
import { ActionLink } from '../../ui/button.tsx'
import type { Procedure } from '../content.ts'
import css from './procedure-card.module.css'

/** One procedure. Its button leads to the appointment form; with script, the service is chosen there already. */
export function ProcedureCard({ procedure, onAsk }: { procedure: Procedure; onAsk: (service: Service) => void }) {
  const stem = `/pictures/${procedure.picture}`
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    onAsk(procedure.service)
  }
  return (
    <article className={css['card']}>
      <picture className={css['frame']}>
        <source type="image/avif" srcSet={`${stem}-400.avif 400w, ${stem}-800.avif 800w`} sizes={SIZES} />
        <img
          src={`${stem}-400.jpg`}
          srcSet={`${stem}-400.jpg 400w, ${stem}-800.jpg 800w`}
          sizes={SIZES}
          width="800"
          height="600"
          alt=""
          loading="lazy"
          decoding="async"
          draggable="false"
          className={css['picture']}
        />
      </picture>
      <div className={css['body']}>
        <h3 className={css['name']}>{procedure.service}</h3>
        <p className={css['description']}>{procedure.description}</p>
        <ActionLink quiet href="#appointment" role="button" onClick={ask}>
          Ask for a callback<span className="visually-hidden"> about {procedure.service}</span>
        </ActionLink>
      </div>
    </article>
  )
}

/** The card's width: a third of the page's column, half of it, or all of it (see the breakpoints of the carousel). */
const SIZES = '(min-width: 1024px) min(26rem, 31vw), (min-width: 768px) 46vw, 92vw'
