import { SearchX, Trophy } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { countText } from '#client/platform/amounts.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ListCount } from '#client/ui/list-count.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import type { LeaderboardEntry } from '#contract/leaderboard/endpoints.ts'
import { matching } from '#contract/matching.ts'
import { useGains } from '../use-news.ts'
import { WhyDialog } from '../why-dialog.tsx'
import { Board } from './board.tsx'
import { BoardHeading } from './board-heading.tsx'

const loadChampion = () => import('../champion-dialog.tsx')
const ChampionDialog = lazy(() => loadChampion().then((module) => ({ default: module.ChampionDialog })))

export interface StandingsProps {
  entries: LeaderboardEntry[]
  ownId?: string | null | undefined
  q: string
  onSearch: (q: string) => void
  /** Around the lists, below the search: a part of a page scrolls there. */
  frame?: (lists: ReactNode) => ReactNode
}

type Opened = { about: 'why' | 'champion'; entry: LeaderboardEntry; open: boolean }

/** The whole board: who has points by rank, who has none in a quiet group below. */
export function Standings({ entries, ownId, q, onSearch, frame = (lists) => lists }: StandingsProps) {
  const headingId = useId()
  const gains = useGains(entries)
  const found = useMemo(() => {
    const matches = matching(q)
    return entries.filter(({ name }) => matches(name))
  }, [entries, q])
  const ranked = useMemo(() => found.filter(({ rank }) => rank !== null), [found])
  const waiting = useMemo(() => found.filter(({ rank }) => rank === null), [found])
  const opener = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => void loadChampion().catch(() => undefined), [])

  const open = (about: Opened['about']) => (entry: LeaderboardEntry, from: HTMLElement) => {
    opener.current = from
    setOpened({ about, entry, open: true })
  }
  const close = () => setOpened((shown) => shown && { ...shown, open: false })
  const acts = { onWhy: open('why'), onChampion: open('champion') }
  const shared = { view: q, leaderPoints: entries[0]?.points ?? 0, ownId, gains, ...acts }
  const dialog = opened && { entry: opened.entry, open: opened.open, opener, onClose: close }

  return (
    // What sticks while the lists scroll stands below the header of the shell.
    <div className="flex flex-col gap-4 [--stick:4rem]">
      <ListToolbar search={<SearchInput label="Search companies" value={q} onSearch={onSearch} />}>
        <ListCount total={found.length} things={['company', 'companies']} found={q !== ''} />
      </ListToolbar>
      {frame(
        <>
          {q !== '' && found.length === 0 && <NothingFound q={q} onClear={() => onSearch('')} />}
          {q === '' && ranked.length === 0 && <NoPointsYet />}
          {ranked.length > 0 && (
            <div className={boardFrame}>
              <BoardHeading />
              <Board label="Company rankings" entries={ranked} {...shared} />
            </div>
          )}
          {waiting.length > 0 && (
            <section aria-labelledby={headingId}>
              <h2 id={headingId} className="mt-8 mb-3 font-sans text-base font-semibold text-muted-foreground">
                At the start line: {countText(waiting.length, ['company', 'companies'])} without points yet
              </h2>
              <div className={boardFrame}>
                <Board label="Companies without points" entries={waiting} {...shared} />
              </div>
            </section>
          )}
        </>,
      )}
      {dialog && opened.about === 'why' && <WhyDialog {...dialog} />}
      {dialog && opened.about === 'champion' && (
        <Suspense>
          <ChampionDialog {...dialog} onWhy={() => setOpened({ ...opened, about: 'why' })} />
        </Suspense>
      )}
    </div>
  )
}

// Rows lay themselves out by the room the board has, not the window: a sidebar or a card may take half of it.
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

function NothingFound({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing found"
      description={
        <>
          No company is called “<bdi className="font-semibold wrap-anywhere text-foreground">{q}</bdi>”.
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
