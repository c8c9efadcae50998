import { Target } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { percentText } from '#client/platform/formats/amounts.ts'
import {
  finishSquares,
  type GoalTrack,
  isStraight,
  laneLength,
  lanePath,
  lanes,
  pointAt,
  stroke,
  trackFor,
} from './goal-track.ts'

type Props = { label: string; percent: number; detail: string; note: string }

/** Decorative neighbour lanes. */
const companyLane = 1

/** Progress towards the goal: a lane that runs straight, bends up and ends at the finish line. */
export function GoalLane({ label, percent, detail, note }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [track, setTrack] = useState<GoalTrack>()

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      // Without a layout there is no width to draw in.
      if (element.clientWidth > 0) setTrack(trackFor(element.clientWidth, element.clientHeight))
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])

  return (
    <div className="relative">
      <div className="relative z-10 flex flex-wrap items-baseline gap-x-2 @xl:block @xl:max-w-[calc(100%-7rem)]">
        <h2 className="flex items-center gap-1.5 font-sans text-sm font-semibold tracking-normal text-muted-foreground">
          <Target aria-hidden="true" className="size-4 text-primary-text" />
          {label}
        </h2>
        <p className="font-display text-lg font-bold tabular-nums @xl:mt-1 @xl:text-3xl">
          {percentText(percent / 100)}
        </p>
        <p className="text-xs text-muted-foreground tabular-nums @xl:text-sm">{detail}</p>
        <p className="basis-full text-xs tabular-nums @xl:mt-1 @xl:text-sm">{note}</p>
      </div>
      <div
        ref={box}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={`${percentText(percent / 100)}, ${detail}. ${note}`}
        className="mt-1 h-6 @xl:-mt-16 @xl:h-40"
      >
        {track &&
          (isStraight(track) ? (
            <StraightLane track={track} share={percent / 100} />
          ) : (
            <Drawing track={track} share={percent / 100} />
          ))}
      </div>
    </div>
  )
}

/** One straight lane with a finish, for containers too low for a bend. */
function StraightLane({ track: { width, height }, share }: { track: GoalTrack; share: number }) {
  const square = height / 4
  const finish = width - 2 * square
  const distance = height + (finish - height) * share
  return (
    <svg width={width} height={height} aria-hidden="true" className="block">
      <rect width={finish} height={height} className="fill-accent" />
      {share > 0 && <rect width={distance} height={height} className="fill-primary transition-[width] duration-250" />}
      {[0, 1, 2, 3].map((row) => (
        <rect
          key={row}
          x={finish + (row % 2) * square}
          y={row * square}
          width={square}
          height={square}
          className="fill-sand-100"
        />
      ))}
      <circle
        r={height / 2 - 3}
        style={{ transform: `translate(${distance - height / 2}px, ${height / 2}px)` }}
        className="fill-sun-400 transition-transform duration-250"
      />
    </svg>
  )
}

function Drawing({ track, share }: { track: GoalTrack; share: number }) {
  const { width, height } = track
  // The runner fits at the start and stands on the line at the end.
  const distance = stroke + (laneLength(track, companyLane) - stroke) * share
  const head = pointAt(track, companyLane, distance - stroke / 2)
  return (
    <svg width={width} height={height} fill="none" aria-hidden="true" className="block overflow-visible">
      {lanes.map((lane) => (
        <path key={lane} d={lanePath(track, lane)} strokeWidth={stroke} className="stroke-accent" />
      ))}
      <path
        d={lanePath(track, companyLane)}
        strokeWidth={stroke}
        strokeDasharray={share > 0 ? `${distance} 9999` : '0 9999'}
        className="stroke-primary transition-[stroke-dasharray] duration-250"
      />
      {finishSquares(track).map(({ x, y, size }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={size} height={size} className="fill-sand-100" />
      ))}
      <circle
        r={stroke / 2 - 3}
        style={{ transform: `translate(${head.x}px, ${head.y}px)` }}
        className="fill-sun-400 transition-transform duration-250"
      />
    </svg>
  )
}
