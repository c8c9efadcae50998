import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { useCompanyStatus } from '../queries.ts'
import type { CompanyDialogProps, StatusChange } from './company-actions.ts'

const words = {
  hide: {
    title: 'Hide from leaderboard?',
    what: 'It disappears from every leaderboard and the others move up. It keeps its points, and can go on submitting proofs.',
    confirm: 'Hide from leaderboard',
    pending: 'Hiding...',
    destructive: false,
  },
  show: {
    title: 'Show on leaderboard?',
    what: 'It gets its rank back, on every open leaderboard at once.',
    confirm: 'Show on leaderboard',
    pending: 'Showing...',
    destructive: false,
  },
  disable: {
    title: 'Disable this company?',
    what: 'It is signed out everywhere, and no one can sign in any more. Points and proofs stay, and you can enable it again.',
    confirm: 'Disable',
    pending: 'Disabling...',
    destructive: true,
  },
  enable: {
    title: 'Enable this company?',
    what: 'It can sign in again with the password it had.',
    confirm: 'Enable',
    pending: 'Enabling...',
    destructive: false,
  },
}

export function StatusDialog({
  change,
  company,
  open,
  opener,
  onClose,
}: CompanyDialogProps & { change: StatusChange }) {
  const statusChange = useCompanyStatus()
  const { title, what, confirm, pending, destructive } = words[change]

  return (
    <ConfirmDialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !statusChange.isPending && onClose()}
      title={title}
      description={
        <>
          <SubjectName>{company.name}</SubjectName>
          <br />
          {what}
        </>
      }
      confirmLabel={confirm}
      pendingLabel={pending}
      pending={statusChange.isPending}
      destructive={destructive}
      onConfirm={() => void statusChange.run({ company, change }, { onSuccess: onClose })}
    />
  )
}
