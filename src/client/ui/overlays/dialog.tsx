import { X } from 'lucide-react'
import { Dialog as Primitive, Slot } from 'radix-ui'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { buttonStyles } from '../buttons/button-styles.ts'
import { cn } from '../cn.ts'
import { aboveBar, isOnToast, ToastSlot } from '../toasts/toast-slot.tsx'
import { useGuardedClose } from './guarded-close.tsx'
import { type OpenState, useOpenState } from './open-state.ts'
import { overlayStyles } from './overlay-styles.ts'

interface DialogProps extends OpenState {
  /** Element that opens the dialog, with its appearance unchanged. */
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  hideHeader?: boolean
  size?: 'sm' | 'md' | 'lg' | 'full'
  /** True if closing would lose more than typed text, which is detected automatically. */
  unsaved?: boolean
  className?: string
  children: ReactNode
}

const sizes = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'sm:max-w-3xl',
  full: 'sm:h-[calc(100dvh-2rem)] sm:max-w-7xl',
}

const DialogContext = createContext({ open: true, requestClose: () => {}, discard: () => {} })

/**
 * Closes on Escape, an outside press, the cross and the back button, after a confirmation if typed text would be lost.
 */
export function Dialog(props: DialogProps) {
  const { trigger, title, description, hideHeader, size = 'md', className, children } = props
  const [open, setOpen] = useOpenState(props)
  const discard = () => setOpen(false)
  const { requestClose, onFocusCapture, question } = useGuardedClose({ open, unsaved: props.unsaved, close: discard })
  const stay = (event: Event) => {
    if (isOnToast(event.target)) event.preventDefault()
  }
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : requestClose())}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyles} />
        <Primitive.Content
          onInteractOutside={stay}
          onFocusCapture={onFocusCapture}
          className={cn('dialog-window', sizes[size], className)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={cn('pt-5 pr-14 pb-3 pl-5', hideHeader && 'sr-only')}>
            <Primitive.Title className="text-xl">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-muted-foreground">{description}</Primitive.Description>
            )}
          </div>
          {/* For a dialog without a footer. */}
          <ToastSlot active={open} className={cn(aboveBar, 'bottom-0! z-10 short:order-last')} />
          <DialogContext value={{ open, requestClose, discard }}>{children}</DialogContext>
          <Primitive.Close
            aria-label="Close"
            className={buttonStyles({
              variant: 'ghost',
              size: 'icon',
              className: 'top-3 right-3 max-sm:top-2 max-sm:right-2 [&]:absolute',
            })}
          >
            <X aria-hidden="true" />
          </Primitive.Close>
          {question}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The scrolling body; header and footer stay visible. On a low screen the whole dialog scrolls instead. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const isTextOnly = useTextOnlyScroller(body)
  return (
    <div
      ref={body}
      tabIndex={isTextOnly ? 0 : undefined}
      className={cn(
        'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 short:flex-none short:overflow-visible',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** True for a body that scrolls and holds nothing focusable: some browsers scroll it by keyboard only with the focus. */
function useTextOnlyScroller(body: RefObject<HTMLElement | null>) {
  const [isTextOnly, setTextOnly] = useState(false)
  useEffect(() => {
    const element = body.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const scrolls = element.scrollHeight > element.clientHeight
      setTextOnly(scrolls && !element.querySelector('a[href], button, input, select, textarea, summary, [tabindex]'))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [body])
  return isTextOnly
}

export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  const { open } = useContext(DialogContext)
  return (
    <div className="relative border-t border-border px-5 py-4">
      <ToastSlot active={open} className={aboveBar} />
      <div className={cn('flex flex-col-reverse gap-3 sm:flex-row sm:items-center sm:justify-end', className)}>
        {children}
      </div>
    </div>
  )
}

interface DialogCloseProps {
  /** Confirms before typed text is lost. For buttons other than "Cancel", which is deliberate. */
  asksFirst?: boolean
  /** The child is the button, with its appearance unchanged. */
  asChild: true
  children: ReactNode
}

export function DialogClose({ asksFirst, children }: DialogCloseProps) {
  const { requestClose, discard } = useContext(DialogContext)
  return <Slot.Root onClick={asksFirst ? requestClose : discard}>{children}</Slot.Root>
}
