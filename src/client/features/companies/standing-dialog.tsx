import { sentenceOf } from '#client/platform/forms.ts'
import { ConfirmDialog } from '#client/ui/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/focus-return.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CompanyDialogProps, StandingChange } from './company-acts.ts'
import { useCompanyStanding } from './queries.ts'

const words = {
  hide: {
    change: { hidden: true },
    title: 'Hide from leaderboard?',
    what: 'It disappears from every leaderboard and the others move up. It keeps its points, and can go on submitting proofs.',
    confirm: 'Hide from leaderboard',
    pending: 'Hiding...',
    done: 'Hidden from the leaderboard',
    destructive: false,
  },
  show: {
    change: { hidden: false },
    title: 'Show on leaderboard?',
    what: 'It takes the rank its points give it, on every open leaderboard at once.',
    confirm: 'Show on leaderboard',
    pending: 'Showing...',
    done: 'Back on the leaderboard',
    destructive: false,
  },
  disable: {
    change: { disabled: true },
    title: 'Disable this company?',
    what: 'Every session ends at once and no one can sign in any more. Points and proofs stay, and you can enable it again.',
    confirm: 'Disable',
    pending: 'Disabling...',
    done: 'Company disabled',
    destructive: true,
  },
  enable: {
    change: { disabled: false },
    title: 'Enable this company?',
    what: 'It can sign in again with the password it had.',
    confirm: 'Enable',
    pending: 'Enabling...',
    done: 'Company enabled',
    destructive: false,
  },
}

export function StandingDialog({
  change,
  company,
  open,
  opener,
  onClose,
}: CompanyDialogProps & { change: StandingChange }) {
  const standing = useCompanyStanding()
  const { title, what, confirm, pending, done, destructive, ...wanted } = words[change]

  function settle() {
    standing.mutate(
      { id: company.id, ...wanted.change },
      {
        onSuccess: () => {
          onClose()
          toast({ title: done, description: company.name })
        },
        onError: (error) =>
          toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, 'Failed to update company') }),
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
          <bdi className="font-semibold wrap-anywhere text-foreground">{company.name}</bdi>
          <br />
          {what}
        </>
      }
      confirmLabel={confirm}
      pendingLabel={pending}
      pending={standing.isPending}
      destructive={destructive}
      onConfirm={settle}
    />
  )
}
