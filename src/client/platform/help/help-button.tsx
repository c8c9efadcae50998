import { CircleQuestionMark } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type { HelpDialogProps } from './help-dialog.tsx'
import type { HelpKeyGroup } from './help-keys.ts'

const load = () => import('./help-dialog.tsx').then((module) => module.HelpDialog)

interface HelpButtonProps {
  /** Keys of a full-screen mode; by default those the page has registered. */
  keys?: HelpKeyGroup[]
  /** Controlled state, for screens where a key opens it too. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  /** For modes that are dark in both themes. */
  dialogClassName?: string
}

/** Help in the header of every screen: contact address, and the keys of this screen. */
export function HelpButton({ keys, open: controlled, onOpenChange, className, dialogClassName }: HelpButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [pressed, setPressed] = useState(false)
  const [Dialog, setDialog] = useState<ComponentType<HelpDialogProps>>()
  const open = controlled ?? pressed
  const change = onOpenChange ?? setPressed

  useEffect(() => {
    if (!open || Dialog) return
    load().then(
      (loaded) => setDialog(() => loaded),
      () => {
        change(false)
        toast({
          variant: 'destructive',
          title: 'Help did not load',
          description: 'Please check your network and try again.',
        })
      },
    )
  }, [open, Dialog, change])

  return (
    <>
      <button
        ref={button}
        type="button"
        data-needs-script=""
        aria-label="Help"
        aria-haspopup="dialog"
        onClick={() => change(true)}
        onPointerEnter={() => void load().catch(() => undefined)}
        className={buttonStyles({ variant: 'ghost', size: 'icon', className })}
      >
        <CircleQuestionMark aria-hidden="true" className="size-5" />
      </button>
      {Dialog && <Dialog open={open} onOpenChange={change} opener={button} keys={keys} className={dialogClassName} />}
    </>
  )
}
