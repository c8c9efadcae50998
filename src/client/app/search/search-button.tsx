import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useHelpKeys } from '#client/platform/help/help-keys.ts'
import { areSingleKeysOn } from '#client/platform/help/single-keys.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type { PaletteProps } from './palette.tsx'

const load = () => import('./palette.tsx').then((module) => module.Palette)

// Opening the search reports the failure.
const preload = () => void load().catch(() => undefined)

const searchKeys = {
  title: 'Search',
  keys: [
    { keys: ['Ctrl or ⌘', 'K'], what: 'Search everything' },
    { keys: ['/'], what: 'Search this list, or everything', single: true },
  ],
}

type SearchButtonProps = Pick<PaletteProps, 'role' | 'onLogOut'> & { className?: string }

/** Opens the search by press or key; its script is loaded at the first opening. */
export function SearchButton({ className, ...palette }: SearchButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()
  useHelpKeys(searchKeys)
  useSearchKeys(setOpen)

  useEffect(() => {
    if (!open || Palette) return
    load().then(
      (loaded) => setPalette(() => loaded),
      () => {
        setOpen(false)
        toast({
          variant: 'destructive',
          title: 'Couldn’t load the search',
          description: 'Please check your network and try again.',
        })
      },
    )
  }, [open, Palette])

  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={preload}
        className={cn('lg:w-48! lg:justify-start lg:border-control lg:px-3', className)}
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="flex-1 text-left font-normal text-muted-foreground max-lg:sr-only">Search</span>
        <span aria-hidden="true" className="max-lg:hidden">
          <KeyCap>{navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'}</KeyCap>
        </span>
      </Button>
      {Palette && <Palette {...palette} open={open} onOpenChange={setOpen} opener={button} />}
    </>
  )
}

/** Ctrl+K or ⌘K toggles the search; "/" goes to the search field of the page's list, or opens the search. */
function useSearchKeys(setOpen: (change: (open: boolean) => boolean) => void) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      if (event.defaultPrevented || event.isComposing || altKey) return
      // K follows a moment later.
      if (key === 'Control' || key === 'Meta') preload()
      if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        // Closes the search itself, but opens above no other dialog.
        setOpen((open) => !open && !isInDialog())
      } else if (key === '/' && !ctrlKey && !metaKey && areSingleKeysOn() && !isTyping(target) && !isInDialog()) {
        event.preventDefault()
        const field = [...document.querySelectorAll<HTMLElement>('main input[type=search]')].find(isVisible)
        if (field) field.focus()
        else setOpen(() => true)
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [setOpen])
}

/** A dialog that is closing still fades, and does not count. */
const isInDialog = () => document.querySelector(':is([role=dialog], [role=alertdialog])[data-state=open]') !== null

const isVisible = (element: HTMLElement) => element.checkVisibility()

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
