import { Target } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { finishSquares, type GoalTrack, laneLength, lanePath, lanes, pointAt, stroke, trackFor } from './goal-track.ts'

type Props = { label: string; percent: number; detail: string }

/** The neighbours are empty: they only make it a track. */
const own = 1

/** Progress towards the goal: a lane that runs straight, bends up and ends at the finish line. */
export function GoalLane({ label, percent, detail }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [track, setTrack] = useState<GoalTrack>()

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setTrack(trackFor(element.clientWidth, element.clientHeight))
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])

  return (
    <div className="relative">
      <div className="relative z-10 max-w-[calc(100%-7rem)]">
        <h2 className="flex items-center gap-1.5 font-sans text-sm font-semibold tracking-normal text-muted-foreground">
          <Target aria-hidden="true" className="size-4 text-primary-text" />
          {label}
        </h2>
        <p className="mt-1 font-display text-2xl font-bold tabular-nums sm:text-3xl">{percent}%</p>
        <p className="text-sm text-muted-foreground tabular-nums">{detail}</p>
      </div>
      <div
        ref={box}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${detail}`}
        className="-mt-16 h-40"
      >
        {track && <Drawing track={track} share={percent / 100} />}
      </div>
    </div>
  )
}

function Drawing({ track, share }: { track: GoalTrack; share: number }) {
  const { width, height } = track
  // The runner has room even at the start, and stands on the line at the end.
  const distance = stroke + (laneLength(track, own) - stroke) * share
  const head = pointAt(track, own, distance - stroke / 2)
  return (
    <svg width={width} height={height} fill="none" aria-hidden="true" className="block overflow-visible">
      {lanes.map((lane) => (
        <path key={lane} d={lanePath(track, lane)} strokeWidth={stroke} className="stroke-accent" />
      ))}
      <path
        d={lanePath(track, own)}
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
