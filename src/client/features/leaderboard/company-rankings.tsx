import { type ReactNode, useState } from 'react'
import { amount } from '#client/platform/formats/amounts.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
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

const atFirst = 10

/** The board on the administrators' dashboard: its first rows, or all of them. */
export function CompanyRankings() {
  const choice = useBoardChoice()
  const { summary } = useLeaderboard('', choice)
  return (
    <Card aria-label="Company Rankings">
      <CardHeader
        title="Company Rankings"
        action={
          // Phones are no projectors, and have no room for it.
          <div className="flex gap-2 max-sm:hidden">
            <PrintBoardButton choice={choice} companies={summary?.totals.companies} />
            <BigScreenButton />
          </div>
        }
        className="max-sm:px-3"
      />
      {/* Phones keep the width for two lines a row. */}
      <CardBody className="flex flex-col gap-4 max-sm:p-1">
        <BoardSwitch choice={choice} />
        <div className={choice.board === 'official' ? 'max-sm:hidden' : ''}>
          <BoardFormula choice={choice} summary={summary} />
        </div>
        {choice.board === 'division' && <DivisionsDialog />}
        <ChosenRankings key={`${choice.board} ${choice.division}`} choice={choice} />
      </CardBody>
      <BoardSheet choice={choice} summary={summary} />
      <BigScreenMode />
    </Card>
  )
}

function ChosenRankings({ choice }: { choice: BoardChoice }) {
  const [q, setQ] = useState('')
  const [all, setAll] = useState(false)
  const { q: shownQ, summary, first, error, isFetching, refetch } = useLeaderboard(q, choice)
  if (error)
    return (
      <ErrorState
        description={sentenceOf(error, 'Couldn’t load the rankings.')}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  if (!summary || !first) return <BoardSkeleton rows={atFirst} />
  return (
    <>
      <Standings
        choice={choice}
        summary={summary}
        q={q}
        shownQ={shownQ}
        onSearch={setQ}
        {...(all ? {} : { most: atFirst })}
        frame={(lists) => (all || shownQ ? <ScrollArea>{lists}</ScrollArea> : lists)}
      />
      {shownQ === '' && summary.companies > atFirst && (
        <Button variant="outline" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the first ${amount(atFirst)}` : `Show all ${amount(summary.companies)}`}
        </Button>
      )}
    </>
  )
}

function ScrollArea({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling area, focusable so that the keyboard can scroll it.
    <div
      data-scrolls
      role="region"
      aria-label="All companies by rank"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: rows out of sight must be reachable by keyboard.
      tabIndex={0}
      className="max-h-150 overflow-y-auto overscroll-contain rounded-lg [--stick:0rem]"
    >
      {children}
    </div>
  )
}
