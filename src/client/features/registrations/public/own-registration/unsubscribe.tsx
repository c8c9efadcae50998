import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { callUnparsed } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import type { resumeAttendeeMails, stopAttendeeMails } from '#contract/attendee-mails/unsubscribing.ts'

interface Props {
  eventKey: string
  token: string
}

const path = '/events/:id/registration/unsubscription'

/** Opened by the link in a reminder. It takes a press, because mail programs open links automatically. */
export function UnsubscribeCard({ eventKey, token }: Props) {
  const [mailsOff, setMailsOff] = useState<boolean>()
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState('')

  async function change(off: boolean) {
    setWorking(true)
    setProblem('')
    const input = { params: { id: eventKey }, query: { token } }
    try {
      const done = off
        ? await callUnparsed<typeof stopAttendeeMails>({ method: 'POST', path }, input)
        : await callUnparsed<typeof resumeAttendeeMails>({ method: 'DELETE', path }, input)
      setMailsOff(done.mailsOff)
    } catch (error) {
      setProblem(sentenceOf(error, 'Nothing was changed. Please try again.'))
    } finally {
      setWorking(false)
    }
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <div role="status" className="flex flex-col gap-1">
        <h2 className="text-2xl">{titleOf(mailsOff)}</h2>
        <p className="text-muted-foreground">
          {mailsOff
            ? 'We still email you when something changes about your place: a new date or place, or a cancellation.'
            : 'Your registration and your QR code stay valid either way.'}
        </p>
        {problem && <p className="font-semibold text-destructive">{problem}</p>}
      </div>
      {mailsOff ? (
        <Button variant="outline" pending={working} onClick={() => void change(false)}>
          <BellRing aria-hidden="true" />
          Turn them on again
        </Button>
      ) : (
        <Button pending={working} onClick={() => void change(true)}>
          <BellOff aria-hidden="true" />
          Stop reminders and messages
        </Button>
      )}
    </div>
  )
}

function titleOf(mailsOff: boolean | undefined): string {
  if (mailsOff === undefined) return 'Stop reminders and messages about this event?'
  return mailsOff ? 'You get no more reminders and messages' : 'Reminders and messages are on again'
}
