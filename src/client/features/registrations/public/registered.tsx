import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { confirmSentence, confirmWaitingSentence } from '#contract/registrations/confirmation.ts'
import type { Sent } from './form-memory.ts'

/** Replaces the sent form. `fresh` moves the focus here, because the pressed button is gone. */
export function Registered({ sent, fresh, onAnother }: { sent: Sent; fresh: boolean; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!fresh) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [fresh])
  return (
    <div className="flex flex-col items-start gap-4">
      <span className="flex size-14 items-center justify-center rounded-full bg-success-soft text-success">
        <MailCheck aria-hidden="true" className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {sent.minutesSince === undefined ? 'Registration Submitted!' : 'Already registered'}
      </h2>
      <p className="text-lg">
        Thank you, <bdi className="font-semibold wrap-anywhere">{sent.firstName}</bdi>.{' '}
        {sent.minutesSince === undefined && (sent.waiting ? onWaitingList : pendingApproval)}
      </p>
      {sent.toConfirm && (
        <p className="text-lg font-semibold">{sent.waiting ? confirmWaitingSentence : confirmSentence}</p>
      )}
      <p className="text-muted-foreground">
        {sent.minutesSince === undefined
          ? 'An email about it is on its way, or arrived within the last hour, to '
          : `${beforeWords(sent.minutesSince)} The email about it is on its way, or already there: `}
        <strong className="wrap-anywhere text-foreground">
          <EmailText>{sent.email}</EmailText>
        </strong>
        . Nothing after a few minutes? Look in the spam folder, or register again with the right address.
      </p>
      {/* Without JavaScript this form reloads the page. */}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onAnother()
        }}
      >
        <Button type="submit" variant="outline" className="mt-2">
          Register someone else
        </Button>
      </form>
    </div>
  )
}

const beforeWords = (minutes: number) =>
  minutes < 1
    ? 'You registered this address here less than a minute ago.'
    : `You registered this address here ${minutes === 1 ? '1 minute' : `${minutes} minutes`} ago.`

const onWaitingList = 'All places are taken, so you are on the waiting list. We write to you when a place becomes free.'
const pendingApproval =
  'Your registration is pending approval. You will receive a confirmation email with QR code once approved.'
