import { Bar, BarChart, useChartHeight, useChartWidth, XAxis, YAxis } from 'recharts'
import css from './plots.module.css'
import { usePlotSize } from './use-plot-size.ts'

/** Sizes in px. The name and the number stand above their bar, so that long names have room in narrow windows. */
const BAR = 10
const BAR_ON_PAPER = 7
const LETTER = 7.5
const ROW_ON_PAPER = 27

export interface NamedBar {
  name: string
  /** The figure in words. */
  label: string
  filled: number
  /** Follows the filled part, as an outline. */
  outlined?: number
}

/** @param all what a bar over the whole width stands for */
export default function RowBars({ bars, all }: { bars: readonly NamedBar[]; all: number }) {
  const size = usePlotSize(bars.length * ROW_ON_PAPER)
  const data = bars.map((bar, index) => ({ ...bar, index }))
  return (
    <BarChart
      {...size}
      layout="vertical"
      className={`${css.whole}`}
      data={data}
      accessibilityLayer={false}
      barSize={'responsive' in size ? BAR : BAR_ON_PAPER}
      margin={{ top: 6, right: 0, bottom: -6, left: -1 }}
    >
      <XAxis type="number" hide domain={[0, Math.max(1, all)]} />
      <YAxis
        type="category"
        dataKey="index"
        width={1}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={({ y, payload }) => <RowText bar={bars[payload.value]} y={Number(y)} rows={bars.length} />}
      />
      <Bar dataKey="filled" stackId="row" className={`${css.filled}`} isAnimationActive={false} />
      <Bar dataKey="outlined" stackId="row" className={`${css.outlined}`} isAnimationActive={false} />
    </BarChart>
  )
}

function RowText({ bar, y, rows }: { bar: NamedBar | undefined; y: number; rows: number }) {
  const width = useChartWidth() ?? 0
  const baseline = y - (useChartHeight() ?? 0) / rows / 3.4
  if (!bar) return null
  const letters = Math.max(8, Math.floor((width - bar.label.length * LETTER) / LETTER) - 2)
  const name = bar.name.length > letters ? `${bar.name.slice(0, letters - 1).trimEnd()}…` : bar.name
  return (
    <g className={css.rowText}>
      <text x={0} y={baseline}>
        {name}
      </text>
      <text x={width} y={baseline} textAnchor="end">
        {bar.label}
      </text>
    </g>
  )
}
