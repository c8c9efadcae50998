import { MailX } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { emailsText } from './attendee-labels.ts'
import { useMailRetries } from './queries.ts'

export function FailedMails({ eventId, amount }: { eventId: string; amount: number }) {
  const retries = useMailRetries(eventId)
  return (
    <Notice
      icon={MailX}
      tone="warning"
      actions={
        <Button variant="outline" size="sm" pending={retries.isPending} onClick={() => void retries.run()}>
          Try again
        </Button>
      }
    >
      {emailsText(amount)} could not be delivered. Rows marked Failed say whose.
    </Notice>
  )
}
