import { CalendarPlus, MailCheck, Send, TicketCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { addressOf, callUnparsed } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type {
  acceptOffer,
  cancelOwnRegistration,
  confirmRegistration,
  OwnRegistration,
  resendOwnMail,
} from '#contract/registrations/own-registration.ts'
import { Modal } from '../modal.tsx'

interface Props {
  eventKey: string
  /** Calendar links need a date. */
  dated: boolean
  token: string
  registration: OwnRegistration
  onChanged: (registration: OwnRegistration) => void
}

type Action = 'confirm' | 'accept' | 'resend' | 'cancel'

/** Actions of an attendee on their registration. */
export function OwnActions({ eventKey, dated, token, registration, onChanged }: Props) {
  const [asking, setAsking] = useState(false)
  const [working, setWorking] = useState<Action>()
  const input = { params: { id: eventKey }, body: { token } }
  const live =
    !registration.eventCancelledAt && (registration.status === 'approved' || registration.status === 'pending')
  // Before the confirmation there is one action only.
  const isConfirmed = !registration.confirmation

  async function act(what: Action, work: () => Promise<void>, failed: { title: string; text: string }) {
    setWorking(what)
    try {
      await work()
    } catch (error) {
      toast({ variant: 'destructive', title: failed.title, description: sentenceOf(error, failed.text) })
    } finally {
      setWorking(undefined)
    }
  }

  const confirm = () =>
    act(
      'confirm',
      async () => {
        const endpoint = { method: 'POST', path: '/events/:id/registration/confirmation' } as const
        const confirmed = await callUnparsed<typeof confirmRegistration>(endpoint, input)
        onChanged(confirmed)
        toast(
          confirmed.waiting
            ? { title: 'You are on the waiting list', description: 'All places are taken by now.' }
            : { title: 'Your place is kept', description: 'We email you when the organisers have decided.' },
        )
      },
      { title: 'Confirming failed', text: 'Your registration is not confirmed yet. Please try again.' },
    )

  const accept = () =>
    act(
      'accept',
      async () => {
        const endpoint = { method: 'POST', path: '/events/:id/registration/acceptance' } as const
        onChanged(await callUnparsed<typeof acceptOffer>(endpoint, input))
        toast({ title: 'The place is yours', description: 'An email with your QR code is on its way.' })
      },
      { title: 'Taking the place failed', text: 'The place is not yours yet. Please try again.' },
    )

  const resend = () =>
    act(
      'resend',
      async () => {
        const endpoint = { method: 'POST', path: '/events/:id/registration/resend' } as const
        // The server sends nothing while the last email is minutes old; the message gives its time.
        const { sent, message } = await callUnparsed<typeof resendOwnMail>(endpoint, input)
        toast(
          sent
            ? { title: 'Email Resent', description: 'It should be with you in a minute.' }
            : { title: 'No email sent', description: message },
        )
      },
      { title: 'Resend Failed', text: 'Failed to resend email' },
    )

  const cancel = () =>
    act(
      'cancel',
      async () => {
        const endpoint = { method: 'POST', path: '/events/:id/registration/cancel' } as const
        onChanged(await callUnparsed<typeof cancelOwnRegistration>(endpoint, input))
        setAsking(false)
        toast({ title: 'Registration cancelled', description: 'Someone else can have your place now.' })
      },
      { title: 'Cancelling failed', text: 'Your registration is still there. Please try again.' },
    )

  return (
    <div className="flex flex-col gap-1">
      {!isConfirmed && live && (
        <Button size="lg" className="mb-2 w-full" pending={working === 'confirm'} onClick={() => void confirm()}>
          <MailCheck aria-hidden="true" />
          Confirm my registration
        </Button>
      )}
      {registration.offer && live && (
        <Button size="lg" className="mb-2 w-full" pending={working === 'accept'} onClick={() => void accept()}>
          <TicketCheck aria-hidden="true" />
          {registration.offer.open ? 'Take my place' : 'Take the place if it is free'}
        </Button>
      )}
      {live && dated && isConfirmed && (
        <a
          href={addressOf({ path: '/events/:id/calendar.ics' }, input)}
          className={buttonStyles({ variant: 'ghost', className: row })}
        >
          <CalendarPlus aria-hidden="true" />
          Add to calendar
        </a>
      )}
      <Button variant="ghost" className={row} pending={working === 'resend'} onClick={() => void resend()}>
        <Send aria-hidden="true" />
        Send me the email again
      </Button>
      {live && !registration.checkedInAt && isConfirmed && (
        <Button variant="ghost" className={row} onClick={() => setAsking(true)}>
          <Undo2 aria-hidden="true" className="text-destructive" />
          Cancel my registration
        </Button>
      )}
      {asking && (
        <Modal
          label="Cancel your registration?"
          onClose={() => setAsking(false)}
          className="m-auto w-[calc(100%-2rem)] max-w-md rounded-lg border border-border bg-raised p-5 text-foreground shadow-float backdrop:bg-overlay"
        >
          <h2 className="text-xl">Cancel your registration?</h2>
          <p className="mt-2 text-muted-foreground">
            Your place goes to someone else{registration.qr ? ', and your QR code stops working' : ''}. You can register
            again as long as registration is open.
          </p>
          <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="outline" disabled={working === 'cancel'} onClick={() => setAsking(false)}>
              Keep my place
            </Button>
            <Button variant="destructive" pending={working === 'cancel'} onClick={() => void cancel()}>
              Cancel my registration
            </Button>
          </div>
        </Modal>
      )}
    </div>
  )
}

const row = 'w-full [&]:justify-start'
