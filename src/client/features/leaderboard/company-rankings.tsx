import { useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { Standings } from './board/standings.tsx'
import { BigScreenButton, BigScreenMode } from './screen/big-screen-mode.tsx'
import { useLeaderboard } from './use-leaderboard.ts'

/** The whole board for administrators, who have no leaderboard page. */
export function CompanyRankings() {
  const [q, setQ] = useState('')
  const { q: shownQ, summary, first, error, isFetching, refetch } = useLeaderboard(q)
  return (
    <Card aria-label="Company Rankings">
      <CardHeader title="Company Rankings" action={<BigScreenButton />} />
      <CardBody>
        {!error && summary && first && (
          <Standings
            summary={summary}
            q={q}
            shownQ={shownQ}
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
        {!error && !(summary && first) && <BoardSkeleton rows={5} />}
        {error && (
          <ErrorState
            description={sentenceOf(error, 'The rankings did not load.')}
            onRetry={refetch}
            retrying={isFetching}
          />
        )}
      </CardBody>
      <BigScreenMode />
    </Card>
  )
}
