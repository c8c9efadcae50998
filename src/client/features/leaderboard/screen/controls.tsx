import { Maximize, Minimize, Trophy, X } from 'lucide-react'
import { HelpButton } from '#client/platform/help/help-button.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { ThemeToggle } from '#client/ui/theme/theme-toggle.tsx'
import { useFullscreen } from './use-display.ts'

export interface ControlsProps {
  hidden: boolean
  /** Without points there is no champion yet. */
  onChampion: (() => void) | undefined
  celebrating: boolean
  onLeave: () => void
}

/** There for whoever moves the mouse or presses a key, gone from the picture otherwise. */
export function Controls({ hidden, onChampion, celebrating, onLeave }: ControlsProps) {
  const { full, possible, toggle } = useFullscreen()
  const Size = full ? Minimize : Maximize
  return (
    <div
      className={cn(
        'absolute right-3 bottom-3 flex items-center gap-1 rounded-lg border border-border bg-raised p-1.5 shadow-float transition-opacity duration-250 focus-within:opacity-100',
        hidden && 'opacity-0',
      )}
    >
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

const bigScreenKeys = [{ keys: [{ keys: ['Esc'], what: 'Back to the page' }] }]

const label = '@max-3xl/screen:sr-only'
