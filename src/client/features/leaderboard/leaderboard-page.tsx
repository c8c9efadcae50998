import { sentenceOf } from '#client/platform/forms.ts'
import { useUser } from '#client/platform/session/session.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import type { LeaderboardSummary } from '#contract/leaderboard/endpoints.ts'
import { BoardSheet, PrintBoardButton } from './board/board-sheet.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { BoardFormula, BoardSwitch } from './board/board-switch.tsx'
import { Standings } from './board/standings.tsx'
import { type BoardChoice, useBoardChoice, useBoardSearch } from './board-choice.ts'
import { placeOf } from './rank-explanation.ts'
import { BigScreenButton, BigScreenMode } from './screen/big-screen-mode.tsx'
import { sideBoardPlaceOf } from './side-boards/side-board-reasons.ts'
import { useKnownEntries, useLeaderboard } from './use-leaderboard.ts'
import { useNews } from './use-news.ts'

export function LeaderboardPage() {
  const choice = useBoardChoice()
  const { summary } = useLeaderboard('', choice)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Leaderboard"
        description={
          // Reserves two lines on a phone, so that the board below does not move.
          <span className="block min-h-12 sm:min-h-6">
            {summary ? ownPlace(choice, summary) : <Skeleton className="h-5 w-72 max-w-full" />}
          </span>
        }
        actions={
          <>
            <PrintBoardButton choice={choice} companies={summary?.totals.companies} />
            <BigScreenButton />
          </>
        }
      />
      <div className="flex flex-col gap-3">
        <BoardSwitch choice={choice} />
        <BoardFormula choice={choice} summary={summary} />
      </div>
      {/* The key resets news and movements for another board. */}
      <ChosenBoard key={`${choice.board} ${choice.division}`} choice={choice} />
      <BoardSheet choice={choice} summary={summary} />
      <BigScreenMode />
    </div>
  )
}

function ownPlace({ board }: BoardChoice, { own }: LeaderboardSummary): string {
  if (board === 'official') return own ? placeOf(own) : 'Company rankings by total points.'
  return own ? sideBoardPlaceOf(board, own) : 'Your company is not on this board.'
}

function ChosenBoard({ choice }: { choice: BoardChoice }) {
  const { companyId } = useUser()
  const { q, search } = useBoardSearch()
  const whole = useLeaderboard('', choice)
  const listed = useLeaderboard(q, choice)
  const news = useNews(useKnownEntries(whole.first, whole.summary), companyId)
  return (
    <>
      {listed.error ? (
        <ErrorState
          description={sentenceOf(listed.error, 'Couldn’t load the leaderboard.')}
          onRetry={listed.refetch}
          retrying={listed.isFetching}
          className="rounded-lg border border-border bg-surface"
        />
      ) : listed.summary && listed.first ? (
        <Standings choice={choice} summary={listed.summary} q={q} shownQ={listed.q} onSearch={search} />
      ) : (
        <BoardSkeleton />
      )}
      <p role="status" aria-live="polite" className="sr-only">
        {news}
      </p>
    </>
  )
}
