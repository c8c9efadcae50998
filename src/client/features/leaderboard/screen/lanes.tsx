import { type CSSProperties, useMemo, useRef } from 'react'
import { signed } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { Avatar } from '#client/ui/display/avatar.tsx'
import { CountUp } from '#client/ui/display/count-up.tsx'
import { readableColors } from '#contract/branding/contrast.ts'
import type { BoardKind } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { NoPointsYet, NoRankYet } from '../board/standings.tsx'
import { RankMark } from '../rank-mark.tsx'
import { mainFigure, shareOfLeader, showsGains } from '../side-boards/board-figures.ts'
import { useGains } from '../use-news.ts'
import { across, type Runner, useRace } from './use-race.ts'
import './big-screen.css'

/** Number of lanes. */
export const top = 10

type Props = {
  board: BoardKind
  entries: LeaderboardEntry[]
  /** The leader's value of the figure that decides the rank. */
  leader: number
  onChampion: (id: string) => void
}

export function Lanes({ board, entries, leader, onChampion }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const gains = useGains(entries)
  const runners = useMemo(() => runnersOf(board, entries, leader), [board, entries, leader])
  const level = runners.filter(({ share }) => share === runners[0]?.share).length
  useRace(list, runners)
  if (runners.length === 0) {
    return (
      <div className="my-auto">
        {board === 'official' ? <NoPointsYet /> : <NoRankYet isTooEarly={entries[0]?.unranked === 'few-days'} />}
      </div>
    )
  }
  return (
    <ol
      ref={list}
      aria-label={`The first ${runners.length}`}
      style={{
        // Companies level with the leader get equal rows; positions on a lane depend on its height.
        gridTemplateRows: `repeat(${level}, minmax(3.75rem, 1.5fr))`,
        gridAutoRows: 'minmax(3rem, 1fr)',
        maxHeight: `${(runners.length + level / 2) * 14}cqh`,
      }}
      className="relative grid flex-1 gap-0.75"
    >
      {runners.map((runner) => (
        <Lane
          key={runner.id}
          board={board}
          runner={runner}
          gain={showsGains(board) ? gains.get(runner.id)?.points : undefined}
          onChampion={onChampion}
        />
      ))}
    </ol>
  )
}

function runnersOf(board: BoardKind, entries: LeaderboardEntry[], leader: number) {
  const first = entries.filter(({ rank }) => rank !== null).slice(0, top)
  const leaderFit = Math.min(...first.filter(({ rank }) => rank === 1).map(fitOf))
  // No name is larger than the leader's, however long that is.
  const sizeOf = (entry: LeaderboardEntry) => (entry.rank === 1 ? fitOf(entry) : Math.min(fitOf(entry), leaderFit))
  return first.map((entry) => ({ id: entry.id, entry, share: shareOfLeader(board, entry, leader), fit: sizeOf(entry) }))
}

type LaneProps = {
  board: BoardKind
  runner: Runner & { entry: LeaderboardEntry; fit: number }
  gain: number | undefined
  onChampion: Props['onChampion']
}

function Lane({ board, runner: { entry, share, fit: size }, gain, onChampion }: LaneProps) {
  const leads = entry.rank === 1
  const main = mainFigure(board, entry)
  const fit = { '--fit': `${size.toFixed(2)}cqw` } as CSSProperties
  return (
    <li
      data-lane={entry.id}
      className={cn(
        '[container:lane/size] relative rounded-sm',
        leads ? 'bg-flame-500 text-ink-900' : 'bg-ink-900 text-sand-50 dark:bg-[#2a1b0f]',
      )}
    >
      <div className="lane-grid">
        <RankMark rank={entry.rank} className="[&_svg]:size-[0.75em] [&>[data-mark]]:size-[1.15em]" />
        <div className="min-w-0 font-display font-bold">
          {leads && board === 'official' ? (
            <button
              type="button"
              onClick={() => onChampion(entry.id)}
              style={fit}
              className={cn(nameClasses, 'after:absolute after:inset-0')}
            >
              <bdi>{entry.name}</bdi>
              <span className="sr-only">, show the champion</span>
            </button>
          ) : (
            <bdi style={fit} className={nameClasses}>
              {entry.name}
            </bdi>
          )}
        </div>
        <Straight entry={entry} share={share} leads={leads} />
        <p className="text-right font-display font-extrabold whitespace-nowrap tabular-nums">
          {board === 'official' ? <CountUp value={entry.points} duration={700} /> : main.text}
          {gain === undefined ? (
            <span className="ml-[0.3em] font-sans text-[0.4em] font-semibold">
              {board === 'official' ? 'points' : main.unit}
            </span>
          ) : (
            <span className="ml-[0.5em] animate-appear rounded-sm bg-sun-400 px-[0.25em] text-[0.42em] text-ink-900">
              {signed(gain)}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}

const nameWidth = 31

/** Font size at which a name fills its column, in hundredths of the screen's width. */
const fitOf = ({ name }: LeaderboardEntry) => nameWidth / (0.57 * name.length)

/** Largest size that fits one line; very long names take two smaller lines. */
const nameClasses = 'line-clamp-2 text-left wrap-anywhere @3xl/lane:text-[clamp(0.6em,var(--fit),1em)]'

/** Share of the lane that matches its points compared with the leader's. */
function Straight({ entry, share, leads }: { entry: LeaderboardEntry; share: number; leads: boolean }) {
  return (
    <div
      aria-hidden="true"
      className="relative h-full overflow-clip @max-3xl/lane:absolute @max-3xl/lane:inset-x-0 @max-3xl/lane:bottom-0 @max-3xl/lane:h-1.5"
    >
      <span
        data-trail
        style={{ width: across(share, 0.4), '--share': `${share * 100}%` } as CSSProperties}
        className={cn(
          'absolute inset-y-0 left-0 @max-3xl/lane:w-(--share)!',
          leads ? 'bg-flame-600' : 'bg-ink-700 dark:bg-ink-600',
        )}
      />
      <span className={cn(finish, leads ? 'text-ink-900' : 'text-sand-100')} />
      <span
        data-runner
        style={{ left: across(share) }}
        className="absolute inset-y-0 flex items-center @max-3xl/lane:hidden"
      >
        <Avatar
          name={entry.name}
          src={entry.logoUrl}
          colors={readableColors(entry.brandingColor)}
          className="[&]:size-[76cqh] [&]:rounded-full [&]:text-[30cqh] ring-[4cqh] ring-sand-50 ring-inset"
        />
      </span>
    </div>
  )
}

/** Finish line: two columns of squares across the lane. */
const finish =
  'absolute inset-y-0 right-0 w-[24cqh] bg-[repeating-conic-gradient(currentColor_0_25%,transparent_0_50%)] bg-size-[24cqh_25cqh] @max-3xl/lane:hidden'
