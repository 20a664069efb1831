import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MAX_LABEL_CHARACTERS } from '../../callback-request/campaign.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { TextField } from '../../ui/field.tsx'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/fields.tsx'
import { languageName } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import css from './find-page.module.css'
import { FILTERS, type FindSearch, FORM_NAMES } from './find-search.ts'

/** After this pause what was typed is searched. */
const TYPING_PAUSE_MS = 350

/** While a year is typed, the field has years such as 0002. */
const FIRST_DAY = '2000-01-01'

const optionsOf = (any: string, names: Readonly<Record<string, string>>) => [
  { value: '', label: any },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
]
const STATUS_OPTIONS = optionsOf('Every status', STATUS_NAMES)
const FORM_OPTIONS = optionsOf('All forms', FORM_NAMES)

interface FindFiltersProps {
  text: string
  search: FindSearch
  /** Suggested for the campaign. */
  campaigns: readonly string[]
  error: string | undefined
  onChange: (text: string, search: FindSearch) => void
}

/** The filters act as soon as they are changed; typed text after a pause, or at once with Enter. */
export function FindFilters({ text, search, campaigns, error, onChange }: FindFiltersProps) {
  const { role, offer, languages } = useMe()
  const [isMore, setIsMore] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(typing.current), [])

  // A link, going back or the address bar may have chosen other filters than the fields last did.
  const given = typedValues(text, search)
  const applied = useRef(given)
  useEffect(() => {
    if (given === applied.current) return
    applied.current = given
    clearTimeout(typing.current)
    for (const [name, value] of new URLSearchParams(given)) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
  }, [given])

  /** Reads all fields, so that what is still being typed is not lost when another filter is changed. */
  function apply() {
    clearTimeout(typing.current)
    if (!form.current) return
    const values = Object.fromEntries(new FormData(form.current)) as Record<string, string>
    const changed: FindSearch = {}
    for (const name of FILTERS) {
      const value = values[name]?.trim()
      const isUnfinished = (name === 'from' || name === 'to') && (value ?? '') < FIRST_DAY
      if (value && !isUnfinished) changed[name] = value
    }
    send(values.text?.trim() ?? '', changed)
  }

  function send(newText: string, newSearch: FindSearch) {
    applied.current = typedValues(newText, newSearch)
    onChange(newText, newSearch)
  }

  function applySoon() {
    clearTimeout(typing.current)
    typing.current = setTimeout(apply, TYPING_PAUSE_MS)
  }

  function clear() {
    clearTimeout(typing.current)
    for (const field of form.current?.querySelectorAll('input') ?? []) field.value = ''
    send('', {})
    document.getElementById('text')?.focus()
  }

  /** Coordinators seldom need where a request came from. */
  const isRare = role !== 'manager'
  const isAny = text === '' && FILTERS.every((name) => search[name] === undefined)
  return (
    <search aria-label="Requests">
      <form
        ref={form}
        className={css.filters}
        data-more={isMore || undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <div className={css.text}>
          <TextField
            id="text"
            name="text"
            type="search"
            label="Name, number, e-mail or reference"
            error={error}
            maxLength={256}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={text}
            onInput={applySoon}
          />
          {!isAny && (
            <div className={css.clear}>
              <Button look="plain" onClick={clear}>
                Clear
              </Button>
            </div>
          )}
          <div className={isRare ? css.moreButton : css.moreButtonOfPhones}>
            <Button look="outlined" aria-expanded={isMore} onClick={() => setIsMore(!isMore)}>
              More
            </Button>
          </div>
        </div>
        <Filter isSet={search.service !== undefined}>
          <SelectField
            id="service"
            name="service"
            label="Service"
            options={optionsOf('All services', Object.fromEntries(offer.services.map((one) => [one, one])))}
            value={search.service ?? ''}
            onChange={apply}
          />
        </Filter>
        <Filter isSet={search.status !== undefined}>
          <SelectField
            id="status"
            name="status"
            label="Status"
            options={STATUS_OPTIONS}
            value={search.status ?? ''}
            onChange={apply}
          />
        </Filter>
        <Filter isSet={search.language !== undefined}>
          <SelectField
            id="language"
            name="language"
            label="Language"
            options={optionsOf(
              'All languages',
              Object.fromEntries(languages.map((code) => [code, languageName(code)])),
            )}
            value={search.language ?? ''}
            onChange={apply}
          />
        </Filter>
        <Filter isSet={search.form !== undefined} isRare={isRare}>
          <SelectField
            id="form"
            name="form"
            label="Form"
            options={FORM_OPTIONS}
            value={search.form ?? ''}
            onChange={apply}
          />
        </Filter>
        <Filter isSet={search.campaign !== undefined} isRare={isRare}>
          <TextField
            id="campaign"
            name="campaign"
            label="Campaign"
            list="campaigns"
            maxLength={MAX_LABEL_CHARACTERS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={search.campaign}
            onInput={applySoon}
          />
          <datalist id="campaigns">
            {campaigns.map((campaign) => (
              <option key={campaign} value={campaign} />
            ))}
          </datalist>
        </Filter>
        <Filter isSet={search.from !== undefined}>
          <TextField id="from" name="from" label="From" type="date" defaultValue={search.from} onChange={apply} />
        </Filter>
        <Filter isSet={search.to !== undefined}>
          <TextField id="to" name="to" label="To" type="date" defaultValue={search.to} onChange={apply} />
        </Filter>
      </form>
    </search>
  )
}

interface FilterProps {
  /** What leaves requests out is always shown. */
  isSet: boolean
  /** Otherwise only phones hide it at first. */
  isRare?: boolean
  children: ReactNode
}

/** A field that is hidden until somebody presses "More". It keeps its value meanwhile. */
function Filter({ isSet, isRare = false, children }: FilterProps) {
  if (isSet) return <div>{children}</div>
  return <div className={isRare ? css.rare : css.some}>{children}</div>
}

/** The values of the fields that keep what is typed; React sets the others. */
function typedValues(text: string, { campaign = '', from = '', to = '' }: FindSearch): string {
  return new URLSearchParams({ text, campaign, from, to }).toString()
}
