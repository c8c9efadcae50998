import { useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { useHash } from '#client/platform/navigation/hash.ts'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { BoardSheet, PrintBoardButton } from './board/board-sheet.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { BoardFormula, BoardSwitch } from './board/board-switch.tsx'
import { Standings } from './board/standings.tsx'
import { type BoardChoice, useBoardChoice } from './board-choice.ts'
import { BigScreenButton, BigScreenMode } from './screen/big-screen-mode.tsx'
import { DivisionsDialog } from './side-boards/divisions-dialog.tsx'
import { useLeaderboard } from './use-leaderboard.ts'

/** The whole board on the administrators' dashboard. */
export function CompanyRankings() {
  const choice = useBoardChoice()
  const hash = useHash()
  const { summary } = useLeaderboard('', choice)
  return (
    <Card aria-label="Company Rankings">
      <CardHeader
        title="Company Rankings"
        action={
          <div className="flex gap-2">
            <PrintBoardButton choice={choice} companies={summary?.totals.companies} />
            <BigScreenButton />
          </div>
        }
      />
      <CardBody className="flex flex-col gap-4">
        <BoardSwitch choice={choice} />
        <BoardFormula choice={choice} summary={summary} />
        {choice.board === 'division' && <DivisionsDialog />}
        <ChosenRankings key={`${choice.board} ${choice.division}`} choice={choice} />
      </CardBody>
      {/* The section of an address prints itself. */}
      {hash === '' && <BoardSheet choice={choice} summary={summary} />}
      <BigScreenMode />
    </Card>
  )
}

function ChosenRankings({ choice }: { choice: BoardChoice }) {
  const [q, setQ] = useState('')
  const { q: shownQ, summary, first, error, isFetching, refetch } = useLeaderboard(q, choice)
  if (error)
    return (
      <ErrorState
        description={sentenceOf(error, 'The rankings did not load.')}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!summary || !first) return <BoardSkeleton rows={5} />
  return (
    <Standings
      choice={choice}
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
  )
}
