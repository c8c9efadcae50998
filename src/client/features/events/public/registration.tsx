import { useState } from 'react'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { forgetSent, keepSent, recallSent, type Sent } from './form-memory.ts'
import { Registered } from './registered.tsx'
import { RegistrationForm } from './registration-form.tsx'

export const sheet = 'rounded-lg border border-border bg-surface p-5 sm:p-6'

interface Props {
  event: PublicEvent
  /** What came of the form when it was sent without JavaScript. */
  submission?: PlainSubmission
  onRefused: () => void
}

/** The form, or what stands in its place. */
export function Registration({ event, submission, onRefused }: Props) {
  const arrived = submission && 'sent' in submission ? submission.sent : undefined
  const refused = submission && 'sentence' in submission ? submission : undefined
  const [sent, setSent] = useState(() => recallSent(event.id) ?? arrived)
  const [fresh, setFresh] = useState(false)

  if (sent) {
    const another = () => {
      forgetSent(event.id)
      setSent(undefined)
    }
    return <Registered sent={sent} fresh={fresh} onAnother={another} />
  }
  if (!event.registrationOpen) {
    return (
      <>
        <h2 className="text-2xl">Registration is closed</h2>
        <p className="mt-2 text-muted-foreground">
          Registration for this event is closed. Already registered? Your email has the link to your own page.
        </p>
      </>
    )
  }
  const keep = (sent: Sent) => {
    keepSent(event.id, sent)
    setFresh(true)
    setSent(sent)
  }
  return <RegistrationForm event={event} onSent={keep} onRefused={onRefused} before={refused} />
}
