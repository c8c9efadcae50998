import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ReactNode, useCallback, useState } from 'react'
import { cn } from '../cn.ts'

interface DropdownMenuProps {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

export function DropdownMenu({
  trigger,
  align = 'end',
  side,
  open,
  onOpenChange,
  className,
  children,
}: DropdownMenuProps) {
  // Rendered in its landmark or dialog: under body it would be outside every landmark.
  const [home, setHome] = useState<HTMLElement | null>()
  const findHome = useCallback((button: HTMLElement | null) => {
    if (button) setHome(button.closest<HTMLElement>('[role=dialog], main, header, nav'))
  }, [])
  return (
    // Not modal: a menu must neither lock scrolling nor hide the page from screen readers.
    <Primitive.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild ref={findHome}>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={home}>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn('dropdown-menu', className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface DropdownItemProps {
  icon?: LucideIcon
  destructive?: boolean
  disabled?: boolean
  onSelect?: (event: Event) => void
  /** With a link as the only child, the item is that link. */
  asChild?: boolean
  children: ReactNode
}

export function DropdownItem({ icon: Icon, destructive, asChild, children, ...props }: DropdownItemProps) {
  return (
    <Primitive.Item
      {...props}
      asChild={asChild}
      className={cn(
        'dropdown-item',
        destructive ? 'text-destructive data-highlighted:bg-destructive-soft' : 'text-foreground',
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon aria-hidden="true" className="size-4.5 shrink-0" />}
          {children}
        </>
      )}
    </Primitive.Item>
  )
}

export function DropdownSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-border" />
}

export function DropdownLabel({ children }: { children: ReactNode }) {
  return (
    <Primitive.Label className="px-2.5 py-1.5 text-sm font-semibold text-muted-foreground">{children}</Primitive.Label>
  )
}
