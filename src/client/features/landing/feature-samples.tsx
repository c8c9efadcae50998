import { ChevronsUp, Flame, Minus, Star } from 'lucide-react'
import { cn } from '#client/ui/cn.ts'
import { Badge } from '#client/ui/display/badge.tsx'
import { ProofPictures } from './proof-pictures.tsx'

export function TaskSample() {
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-48 flex-1 font-display text-lg font-bold">Sunrise walk along the harbour</span>
        <span className="flex gap-2">
          <Badge tone="points" icon={Star}>
            50 points
          </Badge>
          <Badge tone="calories" icon={Flame}>
            180 kcal
          </Badge>
        </span>
      </div>
      <ProofPictures />
    </div>
  )
}

const ranking = [
  { team: 'Trade Wind Energy', points: '1,500', gained: 1, part: 'w-full' },
  { team: 'Harbour Lights Bank', points: '1,370', gained: 0, part: 'w-[91%]' },
  { team: 'Salt Pan Studio', points: '1,150', gained: 1, part: 'w-[77%]' },
  { team: 'Divi Tree Clinics', points: '1,090', gained: 0, part: 'w-[73%]' },
]

export function RankingSample() {
  return (
    <ol className="flex flex-col gap-1">
      {ranking.map(({ team, points, gained, part }, index) => (
        <li
          key={team}
          className={cn(
            'flex min-h-13 items-center gap-3 rounded-r-full py-1 pr-3 pl-4 font-semibold',
            part,
            index === 0 ? 'bg-primary text-primary-foreground' : 'bg-accent text-foreground',
          )}
        >
          <span className="w-5 font-display text-lg font-extrabold">{index + 1}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{team}</span>
          <span className="font-display text-lg font-extrabold tabular-nums">{points}</span>
          {gained > 0 ? <ChevronsUp className="size-5 shrink-0" /> : <Minus className="size-5 shrink-0 opacity-50" />}
        </li>
      ))}
    </ol>
  )
}

const days = [
  { day: 'Mon', part: 52 },
  { day: 'Tue', part: 61 },
  { day: 'Wed', part: 58 },
  { day: 'Thu', part: 70 },
  { day: 'Fri', part: 66 },
  { day: 'Sat', part: 82 },
  { day: 'Sun', part: 86 },
]

export function MovementSample() {
  return (
    <div className="rounded-lg bg-ink-900 p-5 text-sand-50 sm:p-8 dark:bg-surface">
      <dl className="flex flex-wrap gap-x-12 gap-y-5">
        <div>
          <dt className="text-sm font-semibold text-ink-300">Calories burned</dt>
          <dd className="font-display text-4xl font-extrabold tracking-tight tabular-nums">
            68,450 <span className="font-sans text-base font-medium text-ink-300">kcal</span>
          </dd>
        </div>
        <div>
          <dt className="text-sm font-semibold text-ink-300">Participation rate</dt>
          <dd className="font-display text-4xl font-extrabold tracking-tight text-flame-400 tabular-nums">
            86 <span className="font-sans text-base font-medium">%</span>
          </dd>
        </div>
      </dl>
      <div className="mt-8 grid grid-cols-7 gap-2 sm:gap-3">
        {days.map(({ day, part }, index) => (
          <div key={day} className="flex flex-col gap-2 text-center">
            <div className="flex h-32 items-end rounded-sm bg-ink-800">
              <div
                style={{ height: `${part}%` }}
                className={cn('w-full rounded-sm', index === days.length - 1 ? 'bg-flame-500' : 'bg-ink-500')}
              />
            </div>
            <span className="text-sm text-ink-300">{day}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
