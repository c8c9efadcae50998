import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { amount, countText, pointsText } from '#client/platform/formats/amounts.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { useWakeLock } from '#client/platform/wake-lock.ts'
import { cn } from '#client/ui/cn.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Loading } from '#client/ui/feedback/skeleton.tsx'
import { useOverlayHistory } from '#client/ui/overlays/overlay-history.ts'
import { ToastSlot } from '#client/ui/toasts/toast-slot.tsx'
import { branding } from '#contract/branding/branding.ts'
import { type BoardKind, boardWords } from '#contract/leaderboard/boards.ts'
import { peopleOf } from '#contract/leaderboard/divisions.ts'
import type { LeaderboardSummary } from '#contract/leaderboard/endpoints.ts'
import { type BoardChoice, useBoardChoice } from '../board-choice.ts'
import { type KnownEntries, useKnownEntries, useLeaderboard } from '../use-leaderboard.ts'
import { useNews } from '../use-news.ts'
import { ChampionMoment } from './champion-moment.tsx'
import { ConnectionState } from './connection-state.tsx'
import { Controls } from './controls.tsx'
import { Lanes, top } from './lanes.tsx'
import { useUntouched } from './use-display.ts'

/** The board for a hall: covers the shell, moves by itself, and needs no operator. */
export function BigScreen({ onLeave }: { onLeave: () => void }) {
  const window = useRef<HTMLDivElement>(null)
  const choice = useBoardChoice()
  const isOfficial = choice.board === 'official'
  const { first: entries, summary, error, isFetching, refetch, updatedAt } = useLeaderboard('', choice)
  const known = useKnownEntries(entries, summary)
  const [champion, celebrate] = useState<string>()
  const celebrated = entries?.find(({ id }) => id === champion)
  // The champion of the challenge is the first of the official board.
  const leader = isOfficial ? entries?.find(({ rank }) => rank === 1) : undefined
  const untouched = useUntouched()
  useOverlayHistory(celebrated !== undefined, { requestClose: () => celebrate(undefined) })
  useWakeLock()
  useScreenTitle('Leaderboard, big screen')

  return (
    <Dialog.Root open onOpenChange={onLeave}>
      <Dialog.Portal>
        <Dialog.Content
          ref={window}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            window.current?.focus()
          }}
          onEscapeKeyDown={(event) => {
            if (!celebrated) return
            event.preventDefault()
            celebrate(undefined)
          }}
          className={cn(
            '[container:screen/size] fixed inset-0 z-50 bg-background text-foreground focus:outline-none',
            untouched && 'cursor-none',
          )}
        >
          <div className="flex size-full flex-col gap-[1.6cqh] overflow-y-auto px-[max(0.75rem,2cqw)] py-[max(0.75rem,2cqh)] @max-3xl/screen:pb-32">
            <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
              <div className="min-w-0 font-display leading-tight">
                <Dialog.Title className="inline text-[max(1.5rem,min(5cqh,3.6cqw))] font-extrabold">
                  {isOfficial ? 'Leaderboard' : `Leaderboard: ${titleOf(choice, summary)}`}
                </Dialog.Title>
                <p className="inline text-[max(0.875rem,min(3cqh,2cqw))] font-semibold text-muted-foreground @max-3xl/screen:block">
                  <span className="px-[0.5em] @max-3xl/screen:hidden">·</span>
                  {branding.eventName}
                </p>
              </div>
              <ConnectionState since={updatedAt} />
            </header>
            {entries && known && summary ? (
              <>
                <Lanes
                  key={`${choice.board} ${choice.division}`}
                  board={choice.board}
                  entries={entries}
                  leader={isOfficial ? summary.totals.leaderPoints : (summary.leaderValue ?? 0)}
                  onChampion={celebrate}
                />
                <Footer
                  key={`footer ${choice.board} ${choice.division}`}
                  board={choice.board}
                  known={known}
                  totals={summary.totals}
                />
              </>
            ) : error ? (
              <ErrorState
                description={sentenceOf(error, 'The leaderboard did not load.')}
                onRetry={refetch}
                retrying={isFetching}
                className="my-auto"
              />
            ) : (
              <Loading label="Loading the leaderboard…" className="flex flex-1 flex-col gap-0.75">
                {Array.from({ length: top }, (_, lane) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: empty lanes are all the same.
                  <div key={lane} className="min-h-12 flex-1 animate-breathe rounded-sm bg-accent" />
                ))}
              </Loading>
            )}
          </div>
          {celebrated && <ChampionMoment entry={celebrated} onClose={() => celebrate(undefined)} />}
          <Controls
            hidden={untouched}
            onChampion={leader && (() => celebrate(celebrated ? undefined : leader.id))}
            celebrating={celebrated !== undefined}
            choice={summary?.division ? { board: 'division', division: summary.division.key } : choice}
            onLeave={onLeave}
          />
          <ToastSlot className="pointer-events-none absolute inset-x-0 top-0 flex justify-center" />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** "Per person", "Small, 1–49 people". */
function titleOf({ board }: BoardChoice, summary: LeaderboardSummary | undefined): string {
  const division = summary?.division
  return division ? `${division.name}, ${peopleOf(division)}` : boardWords[board].name
}

type FooterProps = { board: BoardKind; known: KnownEntries; totals: LeaderboardSummary['totals'] }

/** Footer: recent news, else the totals; on other boards how their figures are made. */
function Footer({ board, known, totals }: FooterProps) {
  const news = useNews(known)
  const rest = totals.companies - top
  return (
    <footer className="flex min-h-[1.4em] flex-wrap items-baseline justify-between gap-x-8 text-[max(1rem,min(3.2cqh,2.2cqw))] leading-snug">
      <p role="status" aria-live="polite" className="min-w-0 font-semibold wrap-anywhere">
        <span key={news} className="[animation:appear_200ms,leave_300ms_12s_forwards]">
          {news}
        </span>
      </p>
      <p className="ml-auto text-muted-foreground tabular-nums">
        {rest > 0 && `${countText(rest, ['more company', 'more companies'])} · `}
        {board === 'official'
          ? `Together ${pointsText(totals.points)}, ${amount(totals.caloriesBurned)} kcal`
          : boardWords[board].formula}
      </p>
    </footer>
  )
}
