import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './report.module.css'
import {
  duration,
  leastInTime,
  mostBooked,
  type NamedShare,
  partInWords,
  percent,
  type Report,
  sharesOf,
} from './report-words.ts'

/** What a manager wants to know within a minute. */
export function Answers({ report }: { report: Report }) {
  const { called_within_slot: within, time_to_first_call: time, requests_per_day: days } = report
  const { slots, weekdays, campaigns } = sharesOf(report)
  const campaign = mostBooked(campaigns)
  return (
    <dl className={`box ${css.answers}`}>
      <Answer
        question="Called when they asked to be"
        answer={within.share === null ? undefined : percent(within.share)}
        detail={
          <>
            {within.called} of {within.of} within the chosen slot
            {within.of > within.called && <MissedLink report={report} />}
          </>
        }
      />
      <LeastInTime question="Weekday least often in time" row={leastInTime(weekdays)} />
      <LeastInTime question="Slot least often in time" row={leastInTime(slots)} />
      <Answer
        question="Campaign most often booked"
        answer={campaign?.called === 0 ? 'None booked yet' : campaign && <bdi>{campaign.name}</bdi>}
        detail={campaign && campaign.called > 0 && partInWords(campaign, ' callbacks booked')}
      />
      <Answer
        question="Requests"
        answer={days.reduce((sum, { requests }) => sum + requests, 0)}
        detail="received in these days"
      />
      <Answer
        question="Time to first call, median"
        answer={time.median_minutes === null ? 'Nobody called' : duration(time.median_minutes)}
        detail={time.p90_minutes !== null && `nine in ten in ${duration(time.p90_minutes).replaceAll(' ', '\u00a0')}`}
      />
      <Answer question="Not called yet" answer={time.none_yet} detail="callbacks of these days" />
      <Answer question="Spam" answer={report.spam} detail="counted nowhere else" />
    </dl>
  )
}

interface AnswerProps {
  question: string
  /** Undefined when there are too few to say. */
  answer: ReactNode
  detail: ReactNode
}

function Answer({ question, answer = 'Too few to say', detail }: AnswerProps) {
  return (
    <div>
      <dt>{question}</dt>
      <dd>
        <span className={css.answer}>{answer}</span>
        {detail && <span className="quiet">{detail}</span>}
      </dd>
    </div>
  )
}

function LeastInTime({ question, row }: { question: string; row: NamedShare | undefined }) {
  if (row?.share === 1) return <Answer question={question} answer="All in time" detail="" />
  return <Answer question={question} answer={row?.name} detail={row && partInWords(row, ' within the chosen slot')} />
}

function MissedLink({ report: { from, to, called_within_slot: within } }: { report: Report }) {
  const missed = within.of - within.called
  return (
    <span className="notPrinted">
      <Link to="/report" search={{ from, to, list: 'missed' }}>
        {missed === 1 ? 'The one who was not' : `The ${missed} who were not`}
      </Link>
    </span>
  )
}
