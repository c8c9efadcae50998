import { useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { amount, countText } from '#client/platform/formats/amounts.ts'
import { momentOf, useNow } from '#client/platform/formats/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { PrintOnly, PrintSheet } from '#client/ui/print/print-sheet.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { boardWords } from '#contract/leaderboard/boards.ts'
import { type LeaderboardSummary, leaderboardPageSize as pageSize } from '#contract/leaderboard/endpoints.ts'
import type { BoardChoice } from '../board-choice.ts'
import { leaderboardPage } from '../queries.ts'
import { detailFigures, mainFigure } from '../side-boards/board-figures.ts'
import { useBoardRows } from './use-board-rows.ts'

interface BoardSheetProps {
  choice: BoardChoice
  summary: LeaderboardSummary | undefined
}

/** The board on paper. */
export function BoardSheet({ choice, summary }: BoardSheetProps) {
  return <PrintOnly>{summary && <Sheet choice={choice} summary={summary} />}</PrintOnly>
}

function Sheet({ choice, summary }: { choice: BoardChoice; summary: LeaderboardSummary }) {
  const now = useNow()
  const count = summary.totals.companies
  const places = Array.from({ length: count }, (_, place) => place)
  const rows = useBoardRows({ choice, q: '', start: 0, count }, places)
  const isWhole = rows.length === count
  const companies = countText(count, ['company', 'companies'])
  const board = [boardWords[choice.board].name, summary.division?.name].filter(Boolean).join(': ')
  return (
    <PrintSheet
      title="Leaderboard"
      facts={`${board} · ${isWhole ? companies : `First ${rows.length} of ${companies}`} · As of ${momentOf(new Date(now).toISOString())}`}
      rows={rows}
      keyOf={({ entry }) => entry.id}
      columns={[
        { heading: 'Rank', value: ({ entry }) => entry.rank ?? '–' },
        { heading: 'Company', value: ({ entry }) => <bdi>{entry.name}</bdi> },
        {
          heading: 'Result',
          numeric: true,
          value: ({ entry }) => Object.values(mainFigure(choice.board, entry)).join(' ').trim() || '–',
        },
        {
          heading: choice.board === 'official' ? 'Calories' : 'Based on',
          numeric: true,
          value: ({ entry }) =>
            choice.board === 'official'
              ? `${amount(entry.caloriesBurned)} kcal`
              : detailFigures(choice.board, entry).short,
        },
      ]}
    />
  )
}

/** Loads the whole board first: the screen has only the rows in view. */
export function PrintBoardButton({ choice, companies }: { choice: BoardChoice; companies: number | undefined }) {
  const client = useQueryClient()
  const [loading, setLoading] = useState(false)

  async function printBoard() {
    setLoading(true)
    try {
      const pages = Array.from({ length: Math.ceil((companies ?? 0) / pageSize) }, (_, page) => page)
      await Promise.all(pages.map((page) => client.ensureQueryData(leaderboardPage(page, '', choice))))
      print()
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Not printed',
        description: sentenceOf(error, 'Couldn’t load the board.'),
      })
    }
    setLoading(false)
  }

  return (
    <Button
      variant="outline"
      disabled={!companies}
      pending={loading}
      onClick={() => void printBoard()}
      className="max-md:hidden"
    >
      <Printer aria-hidden="true" />
      Print
    </Button>
  )
}
