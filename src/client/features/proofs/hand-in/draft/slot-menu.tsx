import { ArrowLeft, ArrowRight, Ellipsis, EyeOff } from 'lucide-react'
import { DropdownItem, DropdownMenu } from '#client/ui/overlays/dropdown-menu.tsx'
import { cornerIconStyles } from './slot-parts.tsx'

export interface SlotActions {
  /** `onEarlier` is undefined for the first file, `onLater` for the last. */
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
  onLeaveOut: () => void
}

/** Actions for a file of the proof other than removing it. */
export function SlotMenu({ name, onEarlier, onLater, onLeaveOut }: SlotActions & { name: string }) {
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Options for ${name}`}
          className="group absolute top-0 left-0 flex size-8 items-start justify-start p-1 focus-visible:outline-none pointer-coarse:size-11"
        >
          <span className={cornerIconStyles}>
            <Ellipsis aria-hidden="true" className="size-4" />
          </span>
        </button>
      }
    >
      <DropdownItem icon={ArrowLeft} disabled={!onEarlier} onSelect={onEarlier}>
        Move earlier
      </DropdownItem>
      <DropdownItem icon={ArrowRight} disabled={!onLater} onSelect={onLater}>
        Move later
      </DropdownItem>
      <DropdownItem icon={EyeOff} onSelect={onLeaveOut}>
        Leave out of this proof
      </DropdownItem>
    </DropdownMenu>
  )
}
