import type { RefObject } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { ConfirmDialog } from '#client/ui/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/focus-return.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Administrator } from '#contract/administrators/endpoints.ts'
import { nameOf } from './name-of.ts'
import { useAdministratorStanding } from './queries.ts'

interface Props {
  administrator: Administrator
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

const words = {
  disable: {
    title: 'Disable this administrator?',
    what: 'Every session ends at once and this account can no longer sign in. What it did stays in the activity, and you can enable it again.',
    confirm: 'Disable',
    pending: 'Disabling...',
    done: 'Administrator disabled',
  },
  enable: {
    title: 'Enable this administrator?',
    what: 'This account can sign in again with the password it had, and do everything you can.',
    confirm: 'Enable',
    pending: 'Enabling...',
    done: 'Administrator enabled',
  },
}

export function AdministratorStandingDialog({ administrator, open, opener, onClose }: Props) {
  const standing = useAdministratorStanding()
  const disabled = !administrator.disabled
  const { title, what, confirm, pending, done } = words[disabled ? 'disable' : 'enable']

  function settle() {
    standing.mutate(
      { id: administrator.id, disabled },
      {
        onSuccess: () => {
          onClose()
          toast({ title: done, description: nameOf(administrator) })
        },
        onError: (error) =>
          toast({
            variant: 'destructive',
            title: 'Error',
            description: sentenceOf(error, 'Failed to update administrator'),
          }),
      },
    )
  }

  return (
    <ConfirmDialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !standing.isPending && onClose()}
      title={title}
      description={
        <>
          <bdi className="font-semibold wrap-anywhere text-foreground">{nameOf(administrator)}</bdi>
          <br />
          {what}
        </>
      }
      confirmLabel={confirm}
      pendingLabel={pending}
      pending={standing.isPending}
      destructive={disabled}
      onConfirm={settle}
    />
  )
}
