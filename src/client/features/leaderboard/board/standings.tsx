import { SearchX, Trophy } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { countText } from '#client/platform/formats/amounts.ts'
import { useUser } from '#client/platform/session/session.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SearchInput } from '#client/ui/forms/search-input.tsx'
import { ListCount } from '#client/ui/lists/list-count.tsx'
import { ListToolbar } from '#client/ui/lists/list-toolbar.tsx'
import { unrankedSentences } from '#contract/leaderboard/boards.ts'
import type { LeaderboardEntry, LeaderboardSummary } from '#contract/leaderboard/endpoints.ts'
import type { BoardChoice } from '../board-choice.ts'
import { WhyDialog } from '../why-dialog.tsx'
import { Board } from './board.tsx'
import { BoardHeading } from './board-heading.tsx'

const loadChampion = () => import('../champion/champion-dialog.tsx')
const ChampionDialog = lazy(() => loadChampion().then((module) => ({ default: module.ChampionDialog })))

interface StandingsProps {
  choice: BoardChoice
  summary: LeaderboardSummary
  q: string
  /** The search of the loaded summary; during a fetch still the previous one. */
  shownQ: string
  onSearch: (q: string) => void
  /** Shows only so many ranked companies while nothing is searched. */
  most?: number
  /** Wraps the lists below the search, for a scroll container. */
  frame?: (lists: ReactNode) => ReactNode
}

type Opened = { dialog: 'why' | 'champion'; entry: LeaderboardEntry; open: boolean }

/** The whole board: ranked companies, then a quieter list of those without points. */
export function Standings({ choice, summary, q, shownQ, onSearch, most, frame = (lists) => lists }: StandingsProps) {
  const headingId = useId()
  const { isAdmin } = useUser()
  const { companies, ranked, totals } = summary
  const isFolded = most !== undefined && shownQ === '' && companies > most
  const drawn = isFolded ? Math.min(ranked, most) : ranked
  // A folded board without any rank still shows who takes part.
  const waiting = isFolded ? Math.min(companies - ranked, most - drawn) : companies - ranked
  const opener = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => void loadChampion().catch(() => undefined), [])

  const open = (dialog: Opened['dialog']) => (entry: LeaderboardEntry, from: HTMLElement) => {
    opener.current = from
    setOpened({ dialog, entry, open: true })
  }
  const close = () => setOpened((current) => current && { ...current, open: false })
  const handlers = { onWhy: open('why'), onChampion: open('champion') }
  const isOfficial = choice.board === 'official'
  const leader = isOfficial ? totals.leaderPoints : (summary.leaderValue ?? 0)
  const shared = { choice, q: shownQ, leader, isLinked: isAdmin, ...handlers }
  const dialog = opened && { entry: opened.entry, open: opened.open, opener, onClose: close }

  if (totals.companies === 0) return isOfficial ? <NoPointsYet /> : <NoCompanies />
  return (
    // Sticky parts stay below the header of the shell.
    <div className="flex flex-col gap-4 [--stick:4rem]">
      <ListToolbar search={<SearchInput label="Search companies" value={q} onSearch={onSearch} />}>
        <ListCount total={companies} things={['company', 'companies']} found={shownQ !== ''} />
      </ListToolbar>
      {frame(
        <>
          {shownQ !== '' && companies === 0 && <NothingFound q={shownQ} onClear={() => onSearch('')} />}
          {shownQ === '' &&
            ranked === 0 &&
            (isOfficial ? <NoPointsYet /> : <NoRankYet isTooEarly={summary.thirds === null} />)}
          {ranked > 0 && (
            <div className={boardFrame}>
              <BoardHeading board={choice.board} />
              <Board label="Company rankings" start={0} count={drawn} ownRow={ownIn(summary, 0, drawn)} {...shared} />
            </div>
          )}
          {waiting > 0 && (
            <section aria-labelledby={headingId}>
              <h2 id={headingId} className="mt-8 mb-3 font-sans text-base font-semibold text-muted-foreground">
                {isOfficial
                  ? `At the start line: ${countText(companies - ranked, ['company', 'companies'])} without points yet`
                  : `${countText(companies - ranked, ['company', 'companies'])} without a rank on this board`}
              </h2>
              <div className={boardFrame}>
                <Board
                  label={isOfficial ? 'Companies without points' : 'Companies without a rank'}
                  start={ranked}
                  count={waiting}
                  ownRow={ownIn(summary, ranked, ranked + waiting)}
                  {...shared}
                />
              </div>
            </section>
          )}
        </>,
      )}
      {dialog && opened.dialog === 'why' && <WhyDialog board={choice.board} {...dialog} />}
      {dialog && opened.dialog === 'champion' && (
        <Suspense>
          <ChampionDialog {...dialog} onWhy={() => setOpened({ ...opened, dialog: 'why' })} />
        </Suspense>
      )}
    </div>
  )
}

/** The reader's company, if it is between these positions. */
function ownIn({ own }: LeaderboardSummary, start: number, end: number) {
  if (!own || own.position === null || own.position < start || own.position >= end) return undefined
  return { entry: own.entry, place: own.position - start }
}

// Rows respond to the board's width and not to the window's: a sidebar or card may take half of it.
const boardFrame = '@container/board rounded-lg border border-border bg-surface'

export function NoPointsYet() {
  return (
    <EmptyState
      icon={Trophy}
      title="No leaderboard data available yet."
      description="The first approved proof puts a company on the board."
      className={boardFrame}
    />
  )
}

export function NoRankYet({ isTooEarly }: { isTooEarly: boolean }) {
  return (
    <EmptyState
      icon={Trophy}
      title="No company has a rank on this board yet."
      description={isTooEarly ? unrankedSentences['few-days'] : undefined}
      className={boardFrame}
    />
  )
}

function NoCompanies() {
  return (
    <EmptyState
      icon={Trophy}
      title="No company here yet."
      description="No company has a team of this size."
      className={boardFrame}
    />
  )
}

function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing found"
      description={
        <>
          No company is called “<SubjectName>{q}</SubjectName>”.
        </>
      }
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
      className={boardFrame}
    />
  )
}
