import { Popover as Primitive } from 'radix-ui'
import { type ReactNode, useCallback, useState } from 'react'

interface PopoverProps {
  trigger: ReactNode
  label: string
  children: ReactNode
}

/** A short explanation beside its trigger; an outside press or Escape closes it. */
export function Popover({ trigger, label, children }: PopoverProps) {
  // Rendered in its landmark or dialog: under body it would be outside every landmark.
  const [home, setHome] = useState<HTMLElement | null>()
  const findHome = useCallback((button: HTMLElement | null) => {
    if (button) setHome(button.closest<HTMLElement>('[role=dialog], main, header, nav'))
  }, [])
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild ref={findHome}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={home}>
        <Primitive.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-80 rounded-lg border border-border bg-raised px-4 py-3 text-foreground shadow-float data-[state=open]:animate-appear"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
