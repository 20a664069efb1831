import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Share } from '../../callback-request/calling/report.ts'
import css from './report.module.css'
import { duration, leastInTime, mostBooked, percent, type Report, shareInWords, WEEKDAYS } from './report-words.ts'

/** What a manager wants to know within a minute. */
export function Answers({ report }: { report: Report }) {
  return (
    <dl className={`box ${css.answers}`}>
      {answersOf(report).map(({ question, answer = 'Too few to say', detail }) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>
            <span className={css.answer}>{answer}</span>
            {detail && <span className="quiet">{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Answer {
  question: string
  /** Undefined when there are too few to say. */
  answer: ReactNode
  detail?: ReactNode
}

function answersOf(report: Report): Answer[] {
  const { called_within_slot: within, time_to_first_call: time, requests_per_day: days, spam } = report
  const weekday = leastInTime(report.called_by_weekday)
  const slot = leastInTime(report.called_by_slot)
  const campaign = mostBooked(report.booked_by_campaign)
  return [
    {
      question: 'Called when they asked to be',
      answer: within.share === null ? undefined : percent(within.share),
      detail: (
        <>
          {within.called} of {within.of} within the chosen slot
          {within.of > within.called && <MissedLink report={report} />}
        </>
      ),
    },
    { question: 'Weekday least often in time', ...leastAnswer(weekday, weekday && WEEKDAYS[weekday.weekday]) },
    { question: 'Slot least often in time', ...leastAnswer(slot, slot?.slot) },
    {
      question: 'Campaign most often booked',
      answer: campaign?.booked === 0 ? 'None booked yet' : campaign && <bdi>{campaign.campaign}</bdi>,
      detail:
        campaign &&
        campaign.booked > 0 &&
        `${campaign.booked} of ${campaign.of} callbacks booked, ${percent(campaign.booked / campaign.of)}`,
    },
    {
      question: 'Requests',
      answer: days.reduce((sum, { requests }) => sum + requests, 0),
      detail: 'received in these days',
    },
    {
      question: 'Time to first call, median',
      answer: time.median_minutes === null ? 'Nobody called' : duration(time.median_minutes),
      detail: time.p90_minutes !== null && `nine in ten in ${duration(time.p90_minutes).replaceAll(' ', '\u00a0')}`,
    },
    { question: 'Not called yet', answer: time.none_yet, detail: 'callbacks of these days' },
    { question: 'Spam', answer: spam, detail: 'counted nowhere else' },
  ]
}

function MissedLink({ report: { from, to, called_within_slot: within } }: { report: Report }) {
  return (
    <span className="notPrinted">
      <Link to="/report" search={{ from, to, list: 'missed' }}>
        {isOne(within) ? 'The one who was not' : `The ${within.of - within.called} who were not`}
      </Link>
    </span>
  )
}

const isOne = ({ called, of }: Share) => of - called === 1

function leastAnswer(row: Share | undefined, name: string | undefined): Omit<Answer, 'question'> {
  if (row?.share === 1) return { answer: 'All in time' }
  return {
    answer: row && name,
    detail: row && `${row.called} of ${row.of} within the chosen slot, ${shareInWords(row)}`,
  }
}
