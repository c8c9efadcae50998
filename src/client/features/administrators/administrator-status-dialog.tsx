import type { RefObject } from 'react'
import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { Administrator } from '#contract/administrators/endpoints.ts'
import { nameOf } from './name-of.ts'
import { useAdministratorStatus } from './queries.ts'

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
  },
  enable: {
    title: 'Enable this administrator?',
    what: 'This account can sign in again with the password it had, and do everything you can.',
    confirm: 'Enable',
    pending: 'Enabling...',
  },
}

export function AdministratorStatusDialog({ administrator, open, opener, onClose }: Props) {
  const statusChange = useAdministratorStatus()
  const disabled = !administrator.disabled
  const { title, what, confirm, pending } = words[disabled ? 'disable' : 'enable']

  return (
    <ConfirmDialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !statusChange.isPending && onClose()}
      title={title}
      description={
        <>
          <SubjectName>{nameOf(administrator)}</SubjectName>
          <br />
          {what}
        </>
      }
      confirmLabel={confirm}
      pendingLabel={pending}
      pending={statusChange.isPending}
      destructive={disabled}
      onConfirm={() => void statusChange.run({ administrator, disabled }, { onSuccess: onClose })}
    />
  )
}
