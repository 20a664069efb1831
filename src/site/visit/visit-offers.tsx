import { useId, useLayoutEffect, useRef } from 'react'
import type { FormTexts } from '../../content/content.ts'
import { ActionButton } from '../../ui/button.tsx'
import type { FormName } from '../forms/request-form.tsx'
import { LinkedText } from '../linked-text.tsx'
import { askWhetherToWithdraw, correct, leaveAsItIs, useVisit, withdraw } from './visit.ts'
import css from './visit-offers.module.css'
import type { VisitRequest, VisitState } from './visit-state.ts'

/**
 * Offers to correct or to withdraw the newest request of this visit, asks once before withdrawing, and says what came of
 * it. Without a request of this visit it is empty.
 *
 * @param form the form that it belongs to; without one, the thank-you page's
 */
export function VisitOffers({ texts, form }: { texts: FormTexts; form?: FormName }) {
  const { changeable: offered, step, correctedForm } = useVisit()
  const box = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const isCorrecting = form !== undefined && correctedForm === form
  useFocusAfter(`${step} ${isCorrecting}`, box)

  const { telephone, visit: says } = texts
  if (form === 'contact' && !isCorrecting) return null
  const isAsked = offered !== undefined && (step === 'asked' || step === 'sent')
  const said = isCorrecting ? says.correcting : isAsked ? says.question : saidAfter(step, says)
  if (!said && !offered) return null
  const goToCorrect = (request: VisitRequest) => {
    correct(request)
    if (form === undefined) location.assign(`${texts.homePath}#${request.form}`)
  }
  const buttons: [text: string, onClick: () => void][] = isCorrecting
    ? [[says.keep, leaveAsItIs]]
    : isAsked
      ? [
          [says.withdraw, () => step === 'asked' && withdraw(offered)],
          [says.keep, leaveAsItIs],
        ]
      : offered
        ? [
            [says.correct, () => goToCorrect(offered)],
            [says.withdraw, askWhetherToWithdraw],
          ]
        : []
  return (
    <fieldset ref={box} tabIndex={-1} className={css.offers} aria-labelledby={said && id}>
      {said && (
        <p id={id} className={css.said}>
          <LinkedText
            text={said}
            elements={{ telephone: <a href={`tel:${telephone.dialled}`}>{telephone.shown}</a> }}
          />
        </p>
      )}
      {/* New buttons: none of them may get the focus of the one that was pressed. */}
      <div key={`${isAsked} ${isCorrecting}`} className={css.buttons}>
        {buttons.map(([text, onClick]) => (
          <ActionButton key={text} aria-busy={step === 'sent' && text === says.withdraw} onClick={onClick}>
            {text}
          </ActionButton>
        ))}
      </div>
    </fieldset>
  )
}

function saidAfter(step: VisitState['step'], says: FormTexts['visit']): string | undefined {
  return step === 'none' || step === 'asked' || step === 'sent' ? undefined : says[step]
}

/** What had the focus may be gone after a press: then what came instead gets it, and is read aloud. */
function useFocusAfter(shown: string, box: { readonly current: HTMLElement | null }) {
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement !== document.body) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [shown, box])
}
