import { Trophy } from 'lucide-react'
import { sentenceOf } from '#client/platform/forms.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Avatar } from '#client/ui/display/avatar.tsx'
import { CountUp } from '#client/ui/display/count-up.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardHeader } from '#client/ui/layout/card.tsx'
import { readableColors } from '#contract/branding/contrast.ts'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { OwnMark } from './own-mark.tsx'
import { RankMark } from './rank-mark.tsx'
import { useLeaderboard } from './use-leaderboard.ts'

const places = 5

export function TopCompanies() {
  const { first, summary, error, isFetching, refetch } = useLeaderboard()
  return (
    <Card aria-label="Top Companies" className="@container overflow-clip">
      <CardHeader
        title="Top Companies"
        action={
          <LinkButton href={paths.leaderboard} variant="link" size="sm" className="-mr-3">
            View All
          </LinkButton>
        }
      />
      {first && summary ? (
        <TopEntries entries={first} ownEntry={summary.own?.entry} />
      ) : error ? (
        <ErrorState
          description={sentenceOf(error, 'Couldn’t load the leaderboard.')}
          onRetry={refetch}
          retrying={isFetching}
          className="pt-2"
        />
      ) : (
        <Loading label="Loading the top companies…">
          {Array.from({ length: places }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all the same.
            <div key={place} className={row}>
              <Skeleton className="h-5 w-10" />
              <Skeleton className="size-8 rounded-md @max-xs:hidden" />
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-5 w-12" />
            </div>
          ))}
        </Loading>
      )}
    </Card>
  )
}

function TopEntries({ entries, ownEntry }: { entries: LeaderboardEntry[]; ownEntry: LeaderboardEntry | undefined }) {
  const top = entries.filter(({ rank }) => rank !== null).slice(0, places)
  if (top.length === 0) return <EmptyState icon={Trophy} title="No leaderboard data available yet." className="pt-4" />
  return (
    <>
      <ol>
        {top.map((entry) => (
          <TopEntry key={entry.id} entry={entry} isOwn={entry.id === ownEntry?.id} />
        ))}
      </ol>
      {ownEntry && ownEntry.rank !== null && !top.some(({ id }) => id === ownEntry.id) && (
        <div className="border-t-2 border-dashed border-border">
          <TopEntry as="div" entry={ownEntry} isOwn />
        </div>
      )}
    </>
  )
}

type LineProps = { entry: LeaderboardEntry; isOwn: boolean; as?: 'li' | 'div' }

function TopEntry({ entry, isOwn, as: Element = 'li' }: LineProps) {
  return (
    <Element className={cn(row, isOwn && 'bg-primary-soft')}>
      <RankMark rank={entry.rank} />
      {/* Hidden on the smallest phones, which leaves room for the name. */}
      <span className="@max-xs:hidden">
        <Avatar name={entry.name} src={entry.logoUrl} colors={readableColors(entry.brandingColor)} size="sm" />
      </span>
      <span className="flex min-w-0 flex-col items-start @sm:flex-row @sm:items-center @sm:gap-2">
        <bdi className={cn('line-clamp-2 max-w-full wrap-anywhere', entry.rank === 1 && 'font-semibold')}>
          {entry.name}
        </bdi>
        {isOwn && <OwnMark />}
      </span>
      <span className="text-right whitespace-nowrap tabular-nums">
        <span className="font-display font-bold">
          <CountUp value={entry.points} />
        </span>{' '}
        <span className="text-sm text-muted-foreground">{entry.points === 1 ? 'point' : 'points'}</span>
      </span>
    </Element>
  )
}

const row =
  'grid min-h-14 py-1 grid-cols-[2.5rem_minmax(0,1fr)_auto] @xs:grid-cols-[2.5rem_auto_minmax(0,1fr)_auto] items-center gap-x-3 border-t px-5 first:border-t-0'
