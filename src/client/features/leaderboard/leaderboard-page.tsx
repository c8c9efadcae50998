import { sentenceOf } from '#client/platform/forms.ts'
import { useListUrl } from '#client/platform/list-url.ts'
import { useUser } from '#client/platform/session.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { Standings } from './board/standings.tsx'
import { placeOf } from './rank-explanation.ts'
import { BigScreenButton, BigScreenMode } from './screen/big-screen-mode.tsx'
import { useKnownEntries, useLeaderboard } from './use-leaderboard.ts'
import { useNews } from './use-news.ts'

export function LeaderboardPage() {
  const { companyId } = useUser()
  const { q, search } = useListUrl([], '')
  const whole = useLeaderboard()
  const listed = useLeaderboard(q)
  const { summary } = whole
  const news = useNews(useKnownEntries(whole.first, summary), companyId)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Leaderboard"
        description={
          // Room for the two lines it takes on a phone, so that the board below stays where it is.
          <span className="block min-h-12 sm:min-h-6">
            {summary ? (
              summary.own ? (
                placeOf(summary.own)
              ) : (
                'Company rankings by total points.'
              )
            ) : (
              <Skeleton className="h-5 w-72 max-w-full" />
            )}
          </span>
        }
        actions={<BigScreenButton />}
      />
      {listed.error ? (
        <ErrorState
          description={sentenceOf(listed.error, 'The leaderboard did not load.')}
          onRetry={listed.refetch}
          retrying={listed.isFetching}
          className="rounded-lg border border-border bg-surface"
        />
      ) : listed.summary && listed.first ? (
        <Standings summary={listed.summary} q={q} shownQ={listed.q} onSearch={search} />
      ) : (
        <BoardSkeleton />
      )}
      <p role="status" aria-live="polite" className="sr-only">
        {news}
      </p>
      <BigScreenMode />
    </div>
  )
}
