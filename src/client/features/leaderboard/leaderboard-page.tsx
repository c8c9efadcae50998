import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#client/platform/forms.ts'
import { useListAddress } from '#client/platform/list-address.ts'
import { useUser } from '#client/platform/session.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { NoPointsYet, Standings } from './board/standings.tsx'
import { leaderboardQuery } from './queries.ts'
import { BigScreenButton, BigScreenMode } from './screen/big-screen-mode.tsx'
import { placeOf } from './standing-words.ts'
import { useNews } from './use-news.ts'

export function LeaderboardPage() {
  const { companyId } = useUser()
  const { data: entries, error, isFetching, refetch } = useQuery(leaderboardQuery)
  const news = useNews(entries, companyId)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Leaderboard"
        description={
          // Room for the two lines it takes on a phone, so that the board below stays where it is.
          <span className="block min-h-12 sm:min-h-6">
            {entries ? placeWords(entries, companyId) : <Skeleton className="h-5 w-72 max-w-full" />}
          </span>
        }
        actions={<BigScreenButton />}
      />
      {entries ? (
        <Content entries={entries} ownId={companyId} />
      ) : error ? (
        <ErrorState
          description={sentenceOf(error, 'The leaderboard did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="rounded-lg border border-border bg-surface"
        />
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

function placeWords(entries: LeaderboardEntry[], ownId: string | null): string {
  const own = entries.find(({ id }) => id === ownId)
  return own ? placeOf(entries, own) : 'Company rankings by total points.'
}

function Content({ entries, ownId }: { entries: LeaderboardEntry[]; ownId: string | null }) {
  const { q, search } = useListAddress([], '')
  if (entries.length === 0) return <NoPointsYet />
  return <Standings entries={entries} ownId={ownId} q={q} onSearch={search} />
}
