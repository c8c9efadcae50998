import { Layers, TrendingUp, Trophy, UserRound } from 'lucide-react'
import { Link } from 'wouter'
import { cn } from '#client/ui/cn.ts'
import { type BoardKind, boardKinds, boardWords } from '#contract/leaderboard/boards.ts'
import { peopleOf } from '#contract/leaderboard/divisions.ts'
import type { LeaderboardSummary } from '#contract/leaderboard/endpoints.ts'
import { addressWith, type BoardChoice } from '../board-choice.ts'
import { comparedDays } from '../compared-days.ts'

const icons: Record<BoardKind, typeof Trophy> = {
  official: Trophy,
  'per-person': UserRound,
  division: Layers,
  improved: TrendingUp,
}

/** Boards as links, which can be shared and opened in another tab. */
export function BoardSwitch({ choice }: { choice: BoardChoice }) {
  return (
    <nav aria-label="Boards" className="@container/boards">
      <ul className="grid grid-cols-2 gap-1 rounded-lg border border-border bg-sunken p-1 @xl/boards:grid-cols-4">
        {boardKinds.map((kind) => {
          const Icon = icons[kind]
          const isCurrent = kind === choice.board
          return (
            <li key={kind}>
              <Link
                href={addressWith({ board: kind })}
                replace
                aria-current={isCurrent ? 'true' : undefined}
                className={cn(
                  'flex min-h-11 items-center justify-center gap-2 rounded-md px-2 text-center leading-tight font-semibold transition-colors',
                  isCurrent
                    ? 'bg-foreground text-background'
                    : 'text-muted-foreground hover:bg-surface hover:text-foreground',
                )}
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0" />
                {boardWords[kind].name}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Explains the board's figures in one sentence, and selects a division if there are several. */
export function BoardFormula({ choice, summary }: { choice: BoardChoice; summary: LeaderboardSummary | undefined }) {
  const { division, divisions, thirds } = summary ?? {}
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-[70ch] text-muted-foreground">
        {boardWords[choice.board].formula} {choice.board === 'improved' && comparedDays(thirds)}
      </p>
      {choice.board === 'division' && divisions && (
        <nav aria-label="Divisions">
          <ul className="flex flex-wrap gap-2">
            {divisions.map((each) => (
              <li key={each.key}>
                <Link
                  href={addressWith({ board: 'division', division: each.key })}
                  replace
                  aria-current={each.key === division?.key ? 'true' : undefined}
                  className={cn(
                    'flex min-h-11 flex-wrap items-center gap-x-2 rounded-md border px-3.5 py-1.5 transition-colors',
                    each.key === division?.key ? 'border-primary bg-primary-soft' : 'border-control hover:bg-accent',
                  )}
                >
                  <span className="font-semibold wrap-anywhere">{each.name}</span>
                  <span className="text-sm text-muted-foreground tabular-nums">{peopleOf(each)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
