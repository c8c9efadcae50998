import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import type { SearchEntry, SearchGroup } from './entries.ts'
import { rememberEntry } from './recent-entries.ts'
import { SearchBox } from './search-box.tsx'

interface SearchDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Takes the focus back if nothing is chosen. */
  opener: RefObject<HTMLElement | null>
  user: { id: string; isAdmin: boolean }
  /** Actions and pages of the role. */
  commands: SearchGroup[]
}

/** One field over everything that the role may see and do. */
export function SearchDialog({ open, onOpenChange, opener, user, commands }: SearchDialogProps) {
  const [, navigate] = useLocation()
  const hasChosen = useRef(false)
  // Each opening begins with an empty field, also while the last one still fades.
  const [shown, setShown] = useState({ open, turn: 0 })
  if (shown.open !== open) setShown({ open, turn: shown.turn + Number(open) })

  function change(next: boolean) {
    hasChosen.current = false
    onOpenChange(next)
  }

  function choose(entry: SearchEntry, inNewTab: boolean) {
    const { target } = entry
    hasChosen.current = true
    if (entry.kind === 'thing') rememberEntry(user.id, entry)
    if (inNewTab && typeof target === 'string') return void window.open(target, '_blank', 'noopener')
    onOpenChange(false)
    if (typeof target === 'string') navigate(target)
    else target()
  }

  return (
    <Dialog
      trigger={<FocusAfter opener={opener} hasChosen={hasChosen} />}
      open={open}
      onOpenChange={change}
      title="Search"
      hideHeader
      className={windowShape}
    >
      <SearchBox key={shown.turn} user={user} commands={commands} onChoose={choose} />
    </Dialog>
  )
}

/** Anchored at the top and of a fixed height, so that results never move the field. On a phone it fills the screen. */
const windowShape =
  'max-sm:top-0! max-sm:h-dvh! max-sm:max-h-none! max-sm:rounded-none! sm:inset-x-0! sm:top-[10dvh]! sm:mx-auto! sm:h-[min(36rem,80dvh)]! sm:max-w-2xl! sm:translate-none! short:top-0! short:h-dvh!'

interface FocusAfterProps {
  opener: RefObject<HTMLElement | null>
  hasChosen: RefObject<boolean>
  ref?: Ref<{ focus: () => void }>
}

/** As the dialog's trigger, decides where the focus goes when it closes. */
function FocusAfter({ opener, hasChosen, ref }: FocusAfterProps) {
  useImperativeHandle(ref, () => ({
    focus() {
      const main = document.querySelector('main')
      if (!hasChosen.current) return void (opener.current?.isConnected ? opener.current : main)?.focus()
      // A new page has set the focus; on the same page nothing has it.
      if (document.activeElement === document.body) main?.focus({ preventScroll: true })
    },
  }))
  return null
}
