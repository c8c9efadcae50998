import { Wrench } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import { useKeyHints } from '../review-keys.ts'

interface MarkButtonProps {
  /** "Photo 3 of 6" */
  name: string
  isMarked: boolean
  onToggle: () => void
}

/** Toggles the mark that the company has to replace this file. */
export function MarkButton({ name, isMarked, onToggle }: MarkButtonProps) {
  const hasKeys = useKeyHints()
  return (
    <Button
      variant={isMarked ? 'secondary' : 'outline'}
      size="sm"
      aria-pressed={isMarked}
      aria-keyshortcuts={hasKeys ? 'F' : undefined}
      onClick={onToggle}
    >
      <Wrench aria-hidden="true" />
      Needs a fix: {name} {hasKeys && <KeyCap>F</KeyCap>}
    </Button>
  )
}
