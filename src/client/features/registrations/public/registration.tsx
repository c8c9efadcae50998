import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import { forgetSent, keepSent, recallSent, type Sent } from './form-memory.ts'
import { Registered } from './registered.tsx'
import { RegistrationForm } from './registration-form.tsx'

export const sheet = 'rounded-lg border border-border bg-surface p-5 sm:p-6'

interface Props {
  event: PublicEvent
  /** Result of a form that was sent without JavaScript. */
  submission?: PlainSubmission
  onRefused: () => void
}

/** The form, or its replacement: closed, full, or registered. */
export function Registration({ event, submission, onRefused }: Props) {
  const arrived = submission && 'sent' in submission ? submission.sent : undefined
  const refused = submission && 'sentence' in submission ? submission : undefined
  const [sent, setSent] = useState<Sent | undefined>(arrived)
  const [fresh, setFresh] = useState(false)
  const [forSelf, setForSelf] = useState(true)
  const [wasRefused, setRefused] = useState(false)
  // In browser storage only, so it is not part of the server-rendered HTML.
  useLayoutEffect(() => setSent((known) => recallSent(event.id) ?? known), [event.id])

  if (sent) {
    const another = () => {
      forgetSent(event.id)
      setSent(undefined)
      setForSelf(false)
    }
    return <Registered sent={sent} fresh={fresh} onAnother={another} />
  }
  if (event.cancelledAt) {
    return (
      <Closed title="This event was cancelled." isNew={wasRefused}>
        {event.cancellationReason || 'Everyone who registered gets an email about it.'}
      </Closed>
    )
  }
  if (!event.registrationOpen) {
    return (
      <Closed title="Registration is closed" isNew={wasRefused}>
        Registration for this event is closed. Already registered? Your email has the link to your own page.
      </Closed>
    )
  }
  const keep = (sent: Sent) => {
    keepSent(event.id, sent)
    setFresh(true)
    setSent(sent)
  }
  const readAgain = () => {
    setRefused(true)
    onRefused()
  }
  return <RegistrationForm event={event} onSent={keep} onRefused={readAgain} before={refused} forSelf={forSelf} />
}

/** Replaces the form. `isNew` moves the focus here, because the pressed button is gone. */
function Closed({ title, isNew, children }: { title: string; isNew: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} aria-describedby="closed" className="text-2xl outline-none">
        {title}
      </h2>
      <p id="closed" dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere text-muted-foreground">
        {children}
      </p>
    </>
  )
}
