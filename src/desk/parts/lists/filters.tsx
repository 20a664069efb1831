import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { localDayOf } from '../../../callback-request/local-clock.ts'
import type { FieldErrors } from '../../../callback-request/rules.ts'
import { SelectField, type SelectOption, TextField } from '../../../ui/field.tsx'
import { CallFailed } from '../../api.ts'
import type { Me } from '../../session.ts'
import { Button } from '../button.tsx'
import { focusHeading } from '../page.tsx'
import { languageName, languageOptions } from '../values.tsx'
import css from './filters.module.css'

/** After this pause what was typed acts. */
const TYPING_PAUSE_MS = 350

/** A filter. One with options is a select. */
export interface Filter {
  name: string
  label: string
  options?: readonly SelectOption[]
  /** The option that leaves nothing out. */
  any?: string
  /** What an option says of a value that is no longer offered. With it, the server says which values are unknown. */
  former?: (value: string) => string
  type?: 'search' | 'text' | 'date'
  maxLength?: number
  /** For what is typed. */
  suggestions?: readonly string[]
  /** Hidden while it has no value, until somebody presses "More": on phones alone, or on every screen. */
  isMore?: 'phones' | 'always'
}

interface FiltersProps {
  /** The accessible name. */
  name: string
  /** The style of a form that is not in a line of its own. */
  className?: string
  filters: readonly Filter[]
  /** Those that are set, and in `left_out` that the address has others, which are unknown. */
  values: Readonly<Record<string, string>>
  /** What the server refused. */
  errors?: FieldErrors | undefined
  /** The button that ends all filters. */
  clearLabel?: string
  /** Gives the focus to the first field whenever it changes. */
  focusedBy?: string | undefined
  onChange: (values: Record<string, string>) => void
  /** Enter in a field whose text has been applied. */
  onGoOn?: () => void
}

/** What the server refused of the filters, by their names; there is no list then. */
export function refusedFilters(error: Error | null): FieldErrors | undefined {
  return error instanceof CallFailed && error.status === 422 ? error.errors : undefined
}

/** The filters of a list. They act as soon as they are changed; typed text after a pause, or at once with Enter. */
export function Filters(props: FiltersProps) {
  const { name, className = css.filters, filters, errors } = props
  const { clearLabel = 'Clear', focusedBy, onChange, onGoOn } = props
  const { left_out: leftOut, ...values } = props.values
  const [isMore, setIsMore] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(typing.current), [])

  useEffect(() => {
    if (focusedBy !== undefined) focusFirst(form.current)
  }, [focusedBy])

  // A value that is not stored is known only to the server.
  const refused = filters.filter(({ name, former }) => former && errors?.[name]).map(({ name }) => name)
  const leaveOut = useEffectEvent((names: string) => {
    const known = Object.entries(values).filter(([name]) => !refused.includes(name))
    onChange({ ...Object.fromEntries(known), left_out: names })
  })
  const toLeaveOut = refused.join()
  useEffect(() => {
    if (toLeaveOut !== '') leaveOut(toLeaveOut)
  }, [toLeaveOut])

  // A link, going back or the address bar may have chosen other filters than the fields last did.
  const given = inOrder(values)
  const applied = useRef(given)
  useEffect(() => {
    if (given === applied.current) return
    applied.current = given
    clearTimeout(typing.current)
    const chosen = Object.fromEntries(JSON.parse(given))
    for (const field of form.current?.elements ?? [])
      if (field instanceof HTMLInputElement) field.value = chosen[field.name] ?? ''
  }, [given])

  /** Reads all fields, so that what is still being typed is not lost when another filter is changed. */
  function apply() {
    if (!form.current) return
    clearTimeout(typing.current)
    const typed = new FormData(form.current)
    const set = filters.flatMap(({ name, type }): [string, string][] => {
      const value = String(typed.get(name)).trim()
      // While a year is typed, a field for a day has years such as 0002.
      return value === '' || (type === 'date' && !localDayOf(value)) ? [] : [[name, value]]
    })
    const changed = Object.fromEntries(set)
    applied.current = inOrder(changed)
    onChange(changed)
  }

  /**
   * By Escape, leaves the fields with what was typed, so that the keys work. By Enter, applies what was typed; once that
   * is done, goes on to the first of what was found. Without a button that submits them, browsers submit no form with
   * several fields.
   */
  function onKeyDown(event: KeyboardEvent) {
    const { key, target, nativeEvent } = event
    if (nativeEvent.isComposing) return
    if (key === 'Escape') {
      event.preventDefault()
      focusHeading({ preventScroll: true })
    }
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return
    const before = applied.current
    apply()
    if (applied.current === before) onGoOn?.()
  }

  function applySoon() {
    clearTimeout(typing.current)
    typing.current = setTimeout(apply, TYPING_PAUSE_MS)
  }

  function clear() {
    onChange({})
    if (hasLine) focusFirst(form.current)
    else focusHeading({ preventScroll: true })
  }

  const buttons = (
    <>
      {Object.keys(values).length > 0 && (
        <Button look="plain" onClick={clear}>
          {clearLabel}
        </Button>
      )}
      {filters.some(({ isMore }) => isMore) && (
        <div className={filters.some(({ isMore }) => isMore === 'always') ? undefined : css.ofPhones}>
          <Button look="outlined" aria-expanded={isMore} onClick={() => setIsMore(!isMore)}>
            More
          </Button>
        </div>
      )}
    </>
  )
  const hasLine = filters[0]?.type === 'search'
  return (
    <search aria-label={name}>
      <form
        ref={form}
        className={className}
        data-more={isMore || undefined}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
      >
        {filters.map((filter) => {
          const value = values[filter.name]
          const isLine = filter.type === 'search'
          return (
            <div
              key={filter.name}
              className={`${value === undefined ? 'notPrinted' : ''} ${isLine ? css.line : ''}`}
              data-more={value === undefined ? filter.isMore : undefined}
            >
              <FilterField
                {...filter}
                value={value ?? ''}
                error={errors?.[filter.name]}
                onSelect={apply}
                onType={applySoon}
              />
              {isLine && buttons}
            </div>
          )
        })}
        {!hasLine && buttons}
      </form>
      {leftOut && <p className={css.unknown}>A filter in the address of this page is unknown and was left out.</p>}
    </search>
  )
}

function focusFirst(form: HTMLFormElement | null) {
  const [first] = form?.elements ?? []
  if (first instanceof HTMLElement) first.focus()
}

/** The same text for the same filters, in whichever order they were set. */
function inOrder(values: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(values).sort())
}

interface FilterFieldProps extends Filter {
  value: string
  error: string | undefined
  onSelect: () => void
  onType: () => void
}

/** A select has the value that is set; an input keeps what is typed. */
function FilterField(field: FilterFieldProps) {
  const { name, label, any, former, type, suggestions, maxLength, error, value, onSelect, onType } = field
  if (field.options) {
    const isOffered = field.options.some((one) => value === (typeof one === 'string' ? one : one.value))
    const isFormer = former && value !== '' && !isOffered
    const options = isFormer ? [...field.options, { value, text: former(value) }] : field.options
    return <SelectField {...{ name, label, options, value }} emptyOption={any} onChange={onSelect} />
  }
  return (
    <>
      <TextField
        {...{ name, label, type, maxLength, error }}
        list={suggestions && `${name}-suggestions`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={value}
        onInput={type === 'date' ? onSelect : onType}
      />
      {suggestions && (
        <datalist id={`${name}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** What visitors chose: the service and the language. */
export function offeredFilters({ offer, languages }: Pick<Me, 'offer' | 'languages'>): [Filter, Filter] {
  const spoken = languageOptions(languages)
  return [
    { name: 'service', label: 'Service', options: offer.services, any: 'All services', former: String },
    { name: 'language', label: 'Language', options: spoken, any: 'All languages', former: languageName },
  ]
}
