import type { ReactNode } from 'react'
import css from './answers.module.css'
import type { Report, Share } from './report-query.ts'
import { duration, leastInTime, mostBooked, percent, shareInWords, WEEKDAYS } from './report-words.ts'

/** What a manager wants to know within a minute. */
export function Answers({ report }: { report: Report }) {
  const { called_within_slot: within, time_to_first_call: time, spam } = report
  const requests = report.requests_per_day.reduce((sum, day) => sum + day.requests, 0)
  const weekday = leastInTime(report.called_by_weekday)
  const slot = leastInTime(report.called_by_slot)
  return (
    <dl className={css.answers}>
      <Answer
        question="Called when they asked to be"
        answer={within.share === null ? undefined : percent(within.share)}
      >
        {within.called} of {within.of} within the chosen slot
      </Answer>
      <LeastInTime question="Weekday least often in time" row={weekday} name={weekday && WEEKDAYS[weekday.weekday]} />
      <LeastInTime question="Slot least often in time" row={slot} name={slot?.slot} />
      <MostBooked campaign={mostBooked(report.booked_by_campaign)} />
      <Answer question="Requests" answer={requests}>
        received in these days
      </Answer>
      <Answer
        question="Time to first call, median"
        answer={time.median_minutes === null ? 'Nobody called' : duration(time.median_minutes)}
      >
        {time.p90_minutes !== null && `nine in ten in ${duration(time.p90_minutes)}`}
      </Answer>
      <Answer question="Not called yet" answer={time.none_yet}>
        callbacks of these days
      </Answer>
      <Answer question="Spam" answer={spam}>
        counted nowhere else
      </Answer>
    </dl>
  )
}

function LeastInTime({ question, row, name }: { question: string; row: Share | undefined; name: string | undefined }) {
  if (row?.share === 1) return <Answer question={question} answer="All in time" />
  return (
    <Answer question={question} answer={row && name}>
      {row && `${row.called} of ${row.of} within the chosen slot, ${shareInWords(row)}`}
    </Answer>
  )
}

function MostBooked({ campaign }: { campaign: ReturnType<typeof mostBooked> }) {
  const question = 'Campaign most often booked'
  if (campaign?.booked === 0) return <Answer question={question} answer="None booked yet" />
  return (
    <Answer question={question} answer={campaign && <bdi>{campaign.campaign}</bdi>}>
      {campaign && `${campaign.booked} of ${campaign.of} callbacks booked, ${percent(campaign.booked / campaign.of)}`}
    </Answer>
  )
}

interface AnswerProps {
  question: string
  /** Undefined when there are too few to say. */
  answer: ReactNode
  children?: ReactNode
}

function Answer({ question, answer, children }: AnswerProps) {
  return (
    <div>
      <dt>{question}</dt>
      <dd>
        <span className={css.answer}>{answer ?? 'Too few to say'}</span>
        {children && <span className={css.detail}>{children}</span>}
      </dd>
    </div>
  )
}
