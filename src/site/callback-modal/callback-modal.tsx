import type { Content } from '../../content/content.ts'
import { say } from '../../content/fill.ts'
import roundButton from '../../ui/round-button.module.css'
import { MODAL_WIDTHS, pictureIn } from '../picture-files.ts'
import css from './callback-modal.module.css'
import { ContactForm } from './contact-form.tsx'

const PICTURE = pictureIn('modal', MODAL_WIDTHS)

/**
 * Get A Callback. The dialog fills the window and dims the page; its panel contains the form. `startup/modal.ts` opens
 * and closes it. Closing it does not cancel a request in progress.
 */
export function CallbackModal({ content: { forms, texts } }: { content: Content }) {
  return (
    <dialog id="contact" className={css.modal} aria-labelledby="contact-heading">
      <div className={css.panel}>
        <div className={css.aside}>
          <picture>
            <source type="image/avif" srcSet={PICTURE.srcSet} sizes="22rem" />
            <img src={PICTURE.plain} width="800" height="1000" alt="" loading="lazy" className={css.picture} />
          </picture>
          <Sentence texts={texts} />
        </div>
        <div className={css.body}>
          <div className={css.head}>
            <h2 id="contact-heading" className={css.heading} tabIndex={-1}>
              {say('Get A Callback', forms.translations)}
            </h2>
            <button
              type="button"
              className={`${roundButton.button} ${css.close}`}
              aria-label={texts.callback.close}
              data-icon="close"
            />
          </div>
          <Sentence texts={texts} />
          <div data-root="contact">
            <ContactForm texts={forms} />
          </div>
        </div>
      </div>
    </dialog>
  )
}

/** On the picture, or on a phone below the heading. After a stored request it says what the form is for then. */
function Sentence({ texts: { callback } }: Pick<Content, 'texts'>) {
  return (
    <p className={css.sentence}>
      <span className={css.first}>{callback.sentence}</span>
      <span className={css.again}>{callback.sentenceAgain}</span>
    </p>
  )
}
