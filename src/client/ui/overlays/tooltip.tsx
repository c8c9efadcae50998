import { Tooltip as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'

/** Once around the app: within 300 ms of one tooltip the next opens at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Primitive.Provider>
  )
}

interface TooltipProps {
  label: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** Disables it without unmounting the child, which keeps its state and focus. */
  disabled?: boolean
  children: ReactNode
}

/** Visual label; the child still needs an accessible name. */
export function Tooltip({ label, side = 'top', disabled = false, children }: TooltipProps) {
  const [open, setOpen] = useState(false)
  return (
    <Primitive.Root open={open && !disabled} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-64 animate-appear rounded-md bg-ink-900 px-2.5 py-1.5 text-sm font-medium text-sand-50 shadow-float dark:bg-sand-100 dark:text-ink-900"
        >
          {label}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
