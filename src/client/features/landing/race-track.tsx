import { Pause, Play, RotateCcw } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { cn } from '#client/ui/cn.ts'
import {
  distanceAt,
  expectedTrack,
  infield,
  laneCount,
  lanePath,
  pointAt,
  type Track,
  trackIn,
} from './race-geometry.ts'
import { finishPoints, type RaceMoment, teams } from './race-script.ts'
import { type RaceState, useRace } from './use-race.ts'

const number = new Intl.NumberFormat('en')
const presses: Record<RaceState, { label: string; icon: typeof Pause }> = {
  running: { label: 'Pause the example race', icon: Pause },
  paused: { label: 'Continue the example race', icon: Play },
  finished: { label: 'Run the example race again', icon: RotateCcw },
}

export function RaceTrack({ className }: { className?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const drawing = useRef<SVGSVGElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const [track, setTrack] = useState(expectedTrack)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const resized = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      setTrack((now) => (now.width === width && now.height === height ? now : trackIn(width, height)))
    })
    resized.observe(element)
    return () => resized.disconnect()
  }, [])

  const draw = useCallback(
    (moment: RaceMoment) => {
      if (drawing.current) drawRunners(drawing.current, track, moment)
      if (board.current) drawBoard(board.current, moment)
    },
    [track],
  )
  const { state, press } = useRace(box, draw)
  const { label, icon: Icon } = presses[state]
  const field = infield(track)

  return (
    <div ref={box} className={cn('pointer-events-none overflow-hidden', className)}>
      <TrackDrawing ref={drawing} track={track} />
      <div style={field} className="absolute flex items-center gap-4">
        <div ref={board} aria-hidden="true" hidden={field.width < 300} className="order-last leading-tight">
          <p className="text-sm font-semibold whitespace-nowrap text-muted-foreground">
            Example week · Day <span data-board="day">3</span> of 7
          </p>
          <p
            hidden={field.height < 100}
            className="font-display text-3xl font-extrabold whitespace-nowrap tabular-nums xl:text-4xl"
          >
            <span data-board="calories">0</span>{' '}
            <span className="font-sans text-base font-medium tracking-normal text-muted-foreground">kcal burned</span>
          </p>
        </div>
        <button
          type="button"
          onClick={press}
          aria-label={label}
          className="pointer-events-auto flex size-11 shrink-0 items-center justify-center rounded-full border border-control text-foreground transition-colors hover:bg-accent"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      </div>
    </div>
  )
}

function TrackDrawing({ track, ref }: { track: Track; ref: React.Ref<SVGSVGElement> }) {
  const id = useId()
  const stroke = track.lane - 3
  return (
    <svg
      ref={ref}
      width={track.width}
      height={track.height}
      fill="none"
      aria-hidden="true"
      className="absolute inset-0 block"
    >
      <g className="stroke-ink-900 dark:stroke-[#2a1b0f]" strokeWidth={stroke}>
        {Array.from({ length: laneCount }, (_, lane) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes never move; their index is what they are.
          <path key={lane} d={lanePath(track, lane)} />
        ))}
      </g>
      <PaintedNumbers track={track} />
      <FinishLine track={track} />
      {teams.map((team, index) => (
        <g key={team} data-runner className="group">
          <path
            id={`${id}${index}`}
            // A hair wider than the lane, or its dark edge would shine through along the bend.
            strokeWidth={stroke + 1}
            className="stroke-ink-700 transition-[stroke] duration-200 group-data-leads:stroke-flame-500 dark:stroke-ink-600"
          />
          <text
            dy="0.36em"
            className="fill-sand-50 text-sm font-semibold transition-[fill] duration-200 group-data-leads:fill-ink-900 sm:text-base"
          >
            <textPath href={`#${id}${index}`} startOffset="14">
              {team}
              <tspan dx="10" className="font-display font-extrabold tabular-nums" data-points />
            </textPath>
          </text>
          <g data-head>
            <circle
              r={stroke / 2 - 3}
              className="fill-sand-200 transition-[fill] duration-200 group-data-leads:fill-sun-400"
            />
            <text
              dy="0.36em"
              textAnchor="middle"
              className="fill-ink-900 font-display text-xs font-extrabold sm:text-sm"
              data-rank
            />
          </g>
        </g>
      ))}
    </svg>
  )
}

function PaintedNumbers({ track }: { track: Track }) {
  return (
    <g className="fill-ink-600 font-display font-extrabold" textAnchor="middle" fontSize={track.lane * 0.6}>
      {Array.from({ length: laneCount }, (_, lane) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes never move; their index is what they are.
          key={lane}
          x={track.finish - track.lane}
          y={track.top + 2 * track.radius - (lane + 0.5) * track.lane}
          dy="0.36em"
        >
          {lane + 1}
        </text>
      ))}
    </g>
  )
}

function FinishLine({ track }: { track: Track }) {
  const size = track.lane / 4
  const bottom = track.top + 2 * track.radius
  return (
    <g className="fill-sand-100">
      {Array.from({ length: laneCount * 4 * 2 }, (_, square) => {
        const [column, row] = [square % 2, Math.floor(square / 2)]
        if ((column + row) % 2) return null
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: squares never move; their index is where they are.
            key={square}
            x={track.finish - size * (2 - column)}
            y={bottom - size * (row + 1)}
            width={size}
            height={size}
          />
        )
      })}
    </g>
  )
}

/** Writes only what changed: laying out text along a path again is the costly part of a frame. */
function drawRunners(svg: SVGSVGElement, track: Track, { points, lanes, leader }: RaceMoment) {
  svg.querySelectorAll('[data-runner]').forEach((runner, team) => {
    const lane = lanes[team] ?? 0
    const own = points[team] ?? 0
    const distance = distanceAt(track, lane, Math.min(own / finishPoints, 1))
    const head = pointAt(track, lane, Math.max(distance - track.lane / 2, 0))
    runner.toggleAttribute('data-leads', team === leader)
    const path = runner.querySelector('path')
    set(path, 'd', lanePath(track, lane))
    set(path, 'stroke-dasharray', `${distance.toFixed(1)} 9999`)
    set(runner.querySelector('[data-head]'), 'transform', `translate(${head.x.toFixed(1)} ${head.y.toFixed(1)})`)
    setText(runner.querySelector('[data-points]'), number.format(Math.round(own / 5) * 5))
    setText(runner.querySelector('[data-rank]'), String(Math.round(lane) + 1))
  })
}

function set(element: Element | null, attribute: string, value: string) {
  if (element && element.getAttribute(attribute) !== value) element.setAttribute(attribute, value)
}

function drawBoard(board: HTMLElement, { day, calories }: RaceMoment) {
  setText(board.querySelector('[data-board=day]'), String(day))
  setText(board.querySelector('[data-board=calories]'), number.format(calories))
}

function setText(element: Element | null, text: string) {
  if (element && element.textContent !== text) element.textContent = text
}
