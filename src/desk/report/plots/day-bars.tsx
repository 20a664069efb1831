import { Bar, BarChart, CartesianGrid, LabelList, XAxis, YAxis } from 'recharts'
import { dayInWords, weekdayOf } from '../report-range.ts'
import css from './plots.module.css'
import { usePlotSize } from './use-plot-size.ts'

/** In px. */
const HEIGHT_ON_PAPER = 180

/** Up to so many days each has its date and its number; up to the second, each Monday has its date; else each month. */
const DAYS_WITH_NUMBERS = 10
const DAYS_WITH_WEEKS = 62

export default function DayBars({ days }: { days: readonly { day: string; requests: number }[] }) {
  const size = usePlotSize(HEIGHT_ON_PAPER)
  const hasNumbers = days.length <= DAYS_WITH_NUMBERS
  const hasWeeks = days.length <= DAYS_WITH_WEEKS
  const isMarked = (day: string) => hasNumbers || (hasWeeks ? weekdayOf(day) === 0 : day.endsWith('-01'))
  return (
    <BarChart
      {...size}
      className={`${css.whole}`}
      data={[...days]}
      accessibilityLayer={false}
      barCategoryGap={hasWeeks ? '20%' : 0}
      margin={{ top: 20, right: 8, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} className={`${css.grid}`} />
      <XAxis
        dataKey="day"
        ticks={days.map(({ day }) => day).filter(isMarked)}
        tickFormatter={(day: string) =>
          dayInWords(day, hasWeeks ? { day: 'numeric', month: 'short' } : { month: 'short' })
        }
        interval="equidistantPreserveStart"
        minTickGap={12}
        tickMargin={6}
      />
      <YAxis allowDecimals={false} width="auto" axisLine={false} tickLine={false} tickCount={4} />
      <Bar dataKey="requests" className={`${css.filled}`} maxBarSize={56} isAnimationActive={false}>
        {hasNumbers && <LabelList dataKey="requests" position="top" />}
      </Bar>
    </BarChart>
  )
}
