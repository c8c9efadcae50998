import { MailX } from 'lucide-react'
import { runMutation } from '#client/platform/run-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { failed } from './acts.ts'
import { countOf } from './attendee-words.ts'
import { useMailRetries } from './queries.ts'

export function FailedMails({ eventId, amount }: { eventId: string; amount: number }) {
  const retries = useMailRetries(eventId)

  function retry() {
    void runMutation(retries, undefined, {
      onSuccess: ({ retried }) => toast({ title: 'Email Resent', description: `${mails(retried)} on the way again.` }),
      onError: (error) => failed('Resend Failed', 'Failed to resend email', error),
    })
  }

  return (
    <Notice
      icon={MailX}
      tone="warning"
      actions={
        <Button variant="outline" size="sm" pending={retries.isPending} onClick={retry}>
          Try again
        </Button>
      }
    >
      {mails(amount)} could not be delivered. Rows marked Failed say whose.
    </Notice>
  )
}

const mails = (amount: number) => (amount === 1 ? 'One email' : `${countOf(amount)} emails`)
