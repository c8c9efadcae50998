import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '../cn.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { type ButtonLook, buttonStyles } from './button-styles.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /**
   * Disables presses and sets aria-busy, but keeps the focus. Without `pendingLabel` the label is hidden and keeps its
   * width.
   */
  pending?: boolean
  pendingLabel?: string
}

export function Button({ variant, size, className, pending = false, pendingLabel, children, ...props }: ButtonProps) {
  // Not `disabled`: browsers drop the focus of a disabled button.
  const wait = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      {...props}
      {...(pending ? { onClick: wait, 'aria-disabled': true, 'aria-busy': true } : {})}
      className={buttonStyles({ variant, size, className })}
    >
      {/* Both labels share one grid cell, so the button is always as wide as the wider of the two. */}
      {pendingLabel ? (
        <span className="grid justify-items-center">
          <span className={cn(label, pending && 'invisible')} aria-hidden={pending || undefined}>
            {children}
          </span>
          <span className={cn(label, !pending && 'invisible')} aria-hidden={!pending || undefined}>
            {/* Keep its room only: a hidden animation would repaint sixty times a second. */}
            {pending ? <Spinner className="size-4.5" /> : <span className="size-4.5" />}
            {pendingLabel}
          </span>
        </span>
      ) : (
        <>
          {pending ? <span className={cn(label, 'opacity-0')}>{children}</span> : children}
          {pending && <Spinner className="absolute" />}
        </>
      )}
    </button>
  )
}

const label = 'col-start-1 row-start-1 inline-flex items-center gap-2'
