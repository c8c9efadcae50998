import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonStyles } from '../buttons/button-styles.ts'
import { cn } from '../cn.ts'
import { isOnToast } from '../toasts/toast-slot.tsx'
import { useGuardedClose } from './guarded-close.tsx'
import { type OpenState, useOpenState } from './open-state.ts'
import { overlayStyles } from './overlay-styles.ts'

interface SheetProps extends OpenState {
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  hideHeader?: boolean
  /** True if closing would lose more than typed text, which is detected automatically. */
  unsaved?: boolean
  side?: 'left' | 'right' | 'bottom'
  className?: string
  children: ReactNode
}

const sides = {
  left: 'inset-y-0 left-0 w-72 border-r data-[state=open]:animate-from-left',
  right: 'inset-y-0 right-0 w-[min(28rem,100vw-3rem)] border-l data-[state=open]:animate-from-right',
  bottom: 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-lg border-t data-[state=open]:animate-from-bottom',
}

export function Sheet(props: SheetProps) {
  const { trigger, title, description, hideHeader, side = 'right', className, children } = props
  const [open, setOpen] = useOpenState(props)
  const close = () => setOpen(false)
  const { requestClose, onFocusCapture, question } = useGuardedClose({ open, unsaved: props.unsaved, close })
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : requestClose())}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyles} />
        <Primitive.Content
          onInteractOutside={(event) => isOnToast(event.target) && event.preventDefault()}
          onFocusCapture={onFocusCapture}
          className={cn(
            'fixed z-50 flex flex-col short:overflow-y-auto border-border bg-raised shadow-float focus:outline-none data-[state=closed]:animate-leave',
            sides[side],
            className,
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={cn('pt-5 pr-14 pb-3 pl-5', hideHeader && 'sr-only')}>
            <Primitive.Title className="text-xl">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-muted-foreground">{description}</Primitive.Description>
            )}
          </div>
          {children}
          <Primitive.Close
            aria-label="Close"
            className={buttonStyles({ variant: 'ghost', size: 'icon', className: 'top-3 right-3 [&]:absolute' })}
          >
            <X aria-hidden="true" />
          </Primitive.Close>
          {question}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
