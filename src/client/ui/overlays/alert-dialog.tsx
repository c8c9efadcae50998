import { AlertDialog as Primitive } from 'radix-ui'
import type { MouseEvent, ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { cn } from '../cn.ts'
import { aboveBar, ToastSlot } from '../toasts/toast-slot.tsx'
import { type OpenState, useOpenState } from './open-state.ts'
import { useOverlayHistory } from './overlay-history.ts'
import { overlayStyles } from './overlay-styles.ts'

interface ConfirmDialogProps extends OpenState {
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  /** Names the action: "Delete task", not "OK". */
  confirmLabel: string
  pendingLabel?: string
  cancelLabel?: string
  destructive?: boolean
  /** Keeps the dialog open while true; close it with `open` at the end. */
  pending?: boolean
  onConfirm: () => void
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { trigger, title, description, children, onConfirm, pending } = props
  const [open, setOpen] = useOpenState(props)
  useOverlayHistory(open, { requestClose: () => setOpen(false) })
  const confirm = (event: MouseEvent) => {
    // A controlled dialog closes itself, so that it can display a failure.
    if (props.open !== undefined) event.preventDefault()
    onConfirm()
  }
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyles} />
        <Primitive.Content
          className="dialog-window px-5 pt-5 sm:max-w-md sm:pb-5"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <ToastSlot active={open} className={cn(aboveBar, 'short:order-last')} />
          <Primitive.Title className="text-xl">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="mt-2 text-muted-foreground">{description}</Primitive.Description>
          )}
          {children}
          <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Primitive.Cancel asChild>
              <Button variant="outline" disabled={pending}>
                {props.cancelLabel ?? 'Cancel'}
              </Button>
            </Primitive.Cancel>
            <Primitive.Action asChild>
              <Button
                variant={props.destructive ? 'destructive' : 'primary'}
                pending={pending}
                pendingLabel={props.pendingLabel}
                onClick={confirm}
              >
                {props.confirmLabel}
              </Button>
            </Primitive.Action>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
