import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonStyles } from './button-styles.ts'
import { cn } from './cn.ts'
import { overlayStyles, windowStyles } from './overlay-styles.ts'

export interface DialogProps {
  open?: boolean
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
  /** The element that opens it, if any; it keeps its own look. */
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  hideHeader?: boolean
  size?: 'sm' | 'md' | 'lg' | 'full'
  /** False while something is under way that must not be lost by a stray tap. */
  dismissable?: boolean
  className?: string
  children: ReactNode
}

const sizes = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'sm:max-w-3xl',
  full: 'sm:h-[calc(100dvh-2rem)] sm:max-w-7xl',
}

export function Dialog(props: DialogProps) {
  const {
    trigger,
    title,
    description,
    hideHeader,
    size = 'md',
    dismissable = true,
    className,
    children,
    ...root
  } = props
  const stay = (event: Event) => {
    // A toast lies above the dialog: pressing it is no wish to leave.
    const onToast = event.target instanceof Element && event.target.closest('[data-toasts]')
    if (!dismissable || onToast) event.preventDefault()
  }
  return (
    <Primitive.Root {...root}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyles} />
        <Primitive.Content
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          className={cn(windowStyles, sizes[size], className)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={cn('pt-5 pr-14 pb-3 pl-5', hideHeader && 'sr-only')}>
            <Primitive.Title className="text-xl">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="mt-1 text-muted-foreground">{description}</Primitive.Description>
            )}
          </header>
          {children}
          {dismissable && (
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
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The scrolling middle; header and footer stay in sight. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5', className)}>{children}</div>
  )
}

export function DialogFooter({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn(
        'flex flex-col-reverse gap-3 border-t border-border px-5 py-4 sm:flex-row sm:items-center sm:justify-end',
        className,
      )}
    >
      {children}
    </div>
  )
}

export const DialogClose = Primitive.Close
