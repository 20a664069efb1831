import css from './call-instead.module.css'

/** What is left of an island that does not work: the department's telephone link. */
export function CallInstead({ shown, dialled }: { shown: string; dialled: string }) {
  return (
    <p className={css.callInstead}>
      <a href={`tel:${dialled}`}>{shown}</a>
    </p>
  )
}
