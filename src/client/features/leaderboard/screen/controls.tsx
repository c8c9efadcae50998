import { useQuery } from '@tanstack/react-query'
import { Maximize, Minimize, Trophy, X } from 'lucide-react'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Select } from '#client/ui/forms/select.tsx'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import { boardKinds, boardWords } from '#contract/leaderboard/boards.ts'
import { type BoardChoice, chooseBoard, isSameBoard, officialBoard } from '../board-choice.ts'
import { divisionList } from '../queries.ts'
import { useFullscreen } from './use-display.ts'
import './big-screen.css'

interface ControlsProps {
  hidden: boolean
  /** Disabled without points, because there is no champion yet. */
  onChampion: (() => void) | undefined
  celebrating: boolean
  choice: BoardChoice
  onLeave: () => void
}

/** Visible after a mouse move or key press, hidden otherwise. */
export function Controls({ hidden, onChampion, celebrating, choice, onLeave }: ControlsProps) {
  const { full, possible, toggle } = useFullscreen()
  const Size = full ? Minimize : Maximize
  return (
    <div className={cn('screen-controls focus-within:opacity-100', hidden && 'opacity-0')}>
      <BoardSelect choice={choice} />
      {onChampion && (
        <Button variant="ghost" aria-pressed={celebrating} onClick={onChampion}>
          <Trophy aria-hidden="true" />
          <span className={label}>Champion</span>
        </Button>
      )}
      {possible && (
        <Button variant="ghost" onClick={toggle}>
          <Size aria-hidden="true" />
          <span className={label}>{full ? 'Leave full screen' : 'Full screen'}</span>
        </Button>
      )}
      <HelpButton keys={bigScreenKeys} />
      <ThemeToggle />
      <Button variant="ghost" onClick={onLeave}>
        <X aria-hidden="true" />
        <span className={label}>Close</span>
      </Button>
    </div>
  )
}

type BoardOption = { label: string; choice: BoardChoice }

/** Every board and division, in a native select. */
function BoardSelect({ choice }: { choice: BoardChoice }) {
  const { data: divisions = [] } = useQuery(divisionList)
  const options = boardKinds.flatMap((board): BoardOption[] =>
    board === 'division'
      ? divisions.map(({ key, name }) => ({ label: name, choice: { board, division: key } }))
      : [{ label: boardWords[board].name, choice: { board } }],
  )
  const current = options.findIndex((option) => isSameBoard(option.choice, choice))
  return (
    <Select
      aria-label="Board"
      value={current < 0 ? '' : current}
      onChange={({ target }) => chooseBoard(options[Number(target.value)]?.choice ?? officialBoard)}
      className="w-44 @max-3xl/screen:w-full"
    >
      {current < 0 && <option value="">{boardWords[choice.board].name}</option>}
      {options.map(({ label: name }, index) => (
        <option key={name} value={index}>
          {name}
        </option>
      ))}
    </Select>
  )
}

const bigScreenKeys = [{ keys: [{ keys: ['Esc'], what: 'Back to the page' }] }]

const label = '@max-3xl/screen:sr-only'
