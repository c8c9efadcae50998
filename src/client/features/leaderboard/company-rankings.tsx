import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { Card, CardBody, CardHeader } from '#client/ui/card.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { NoPointsYet, Standings } from './board/standings.tsx'
import { leaderboardQuery } from './queries.ts'
import { BigScreenButton, BigScreenMode } from './screen/big-screen-mode.tsx'

/** The whole board for administrators, who have no leaderboard page. */
export function CompanyRankings() {
  const [q, setQ] = useState('')
  const { data: entries, error, isFetching, refetch } = useQuery(leaderboardQuery)
  return (
    <Card aria-label="Company Rankings">
      <CardHeader title="Company Rankings" action={<BigScreenButton />} />
      <CardBody>
        {entries?.length === 0 && <NoPointsYet />}
        {entries && entries.length > 0 && (
          <Standings
            entries={entries}
            q={q}
            onSearch={setQ}
            frame={(lists) => (
              // biome-ignore lint/a11y/useSemanticElements: a scrolling area, focusable so that the keyboard can scroll it.
              <div
                data-scrolls
                role="region"
                aria-label="All companies by rank"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: rows out of sight must be reachable by keyboard.
                tabIndex={0}
                className="max-h-150 overflow-y-auto overscroll-contain rounded-lg [--stick:0rem]"
              >
                {lists}
              </div>
            )}
          />
        )}
        {!entries && !error && <BoardSkeleton rows={5} />}
        {!entries && error && (
          <ErrorState
            description={sentenceOf(error, 'The rankings did not load.')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
      </CardBody>
      <BigScreenMode />
    </Card>
  )
}
