import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonStyles } from '../buttons/button-styles.ts'
import { cn } from '../cn.ts'
import { ToastSlot } from '../toasts/toast-slot.tsx'
import { useGuardedClose } from './guarded-close.tsx'

interface FullScreenProps {
  id?: string
  title: string
  /** Content beside the title: tabs, progress, a help button. */
  header?: ReactNode
  closeLabel: string
  onClose: () => void
  /** True if leaving would lose typed text. */
  unsaved?: boolean
  className?: string
  children: ReactNode
}

/**
 * Full-screen mode over the page, closed by Escape or the back button. It is a history entry with an address, which
 * `onClose` removes (`leaveMode` of the platform).
 */
export function FullScreen(props: FullScreenProps) {
  const { id, title, header, closeLabel, onClose, unsaved = false, className, children } = props
  const { requestClose, question } = useGuardedClose({ open: true, unsaved, close: onClose, hasAddress: true })
  return (
    <Primitive.Root open onOpenChange={(open) => !open && requestClose()}>
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Focus the mode itself and not its close button.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          // Only toasts are outside, and dismissing one must not close the mode.
          onInteractOutside={(event) => event.preventDefault()}
          // The next address sets the focus.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={cn(
            'fixed inset-0 z-50 flex flex-col overflow-hidden bg-background text-foreground focus:outline-none',
            className,
          )}
        >
          <div className="relative flex min-h-14 shrink-0 items-center gap-x-4 border-b border-border px-4 lg:px-6">
            <Primitive.Title className="text-lg max-sm:sr-only">{title}</Primitive.Title>
            {header}
            <Primitive.Close aria-label={closeLabel} className={buttonStyles({ variant: 'ghost', size: 'icon' })}>
              <X aria-hidden="true" />
            </Primitive.Close>
            <ToastSlot className="pointer-events-none absolute inset-x-0 top-full z-10 flex justify-center sm:justify-end" />
          </div>
          {children}
          {question}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
