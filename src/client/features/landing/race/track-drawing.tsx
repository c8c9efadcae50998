import { type Ref, useId } from 'react'
import { cn } from '#client/ui/cn.ts'
import { runnerAt } from './draw-race.ts'
import { laneCount, lanePath, type Track } from './race-geometry.ts'
import { type RaceMoment, teams } from './race-script.ts'

interface Props {
  track: Track
  /** Moment to render at once; without one `drawRunners` updates the SVG per frame. */
  moment?: RaceMoment
  className: string
  ref?: Ref<SVGSVGElement>
}

export function TrackDrawing({ track, moment, className, ref }: Props) {
  const id = useId()
  const stroke = track.lane - 3
  return (
    <svg
      ref={ref}
      width={track.width}
      height={track.height}
      fill="none"
      aria-hidden="true"
      className={cn('absolute', className)}
    >
      <g className="stroke-ink-900 dark:stroke-[#2a1b0f]" strokeWidth={stroke}>
        {Array.from({ length: laneCount }, (_, lane) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes never move; their index is what they are.
          <path key={lane} d={lanePath(track, lane)} />
        ))}
      </g>
      <PaintedNumbers track={track} />
      <FinishLine track={track} />
      {teams.map((team, index) => {
        const runner = moment && runnerAt(track, moment, index)
        return (
          <g key={team} data-runner data-leads={runner?.leads ? '' : undefined} className="group">
            <path
              id={`${id}${index}`}
              d={runner?.path}
              strokeDasharray={runner?.dashes}
              // Slightly wider than the lane, whose dark edge would otherwise appear along the bend.
              strokeWidth={stroke + 1}
              className="stroke-ink-700 transition-[stroke] duration-200 group-data-leads:stroke-flame-500 dark:stroke-ink-600"
            />
            <text
              dy="0.36em"
              className="fill-sand-50 text-sm font-semibold transition-[fill] duration-200 group-data-leads:fill-ink-900 sm:text-base"
            >
              <textPath href={`#${id}${index}`} startOffset="14">
                {team}
                <tspan dx="10" className="font-display font-extrabold tabular-nums" data-points>
                  {runner?.points}
                </tspan>
              </textPath>
            </text>
            <g data-head transform={runner?.head}>
              <circle
                r={stroke / 2 - 3}
                className="fill-sand-200 transition-[fill] duration-200 group-data-leads:fill-sun-400"
              />
              <text
                dy="0.36em"
                textAnchor="middle"
                className="fill-ink-900 font-display text-xs font-extrabold sm:text-sm"
                data-rank
              >
                {runner?.rank}
              </text>
            </g>
          </g>
        )
      })}
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
