import { MailQuestion } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { countOf } from './attendee-labels.ts'

/** Note on unconfirmed registrations, which no number or list includes. */
export function UnconfirmedNote({ amount, onShow }: { amount: number; onShow: (() => void) | undefined }) {
  return (
    <Notice
      icon={MailQuestion}
      tone="info"
      actions={
        onShow && (
          <Button variant="outline" size="sm" onClick={onShow}>
            Show them
          </Button>
        )
      }
    >
      {amount === 1
        ? '1 waits for their email to be confirmed.'
        : `${countOf(amount)} wait for their email to be confirmed.`}
    </Notice>
  )
}
