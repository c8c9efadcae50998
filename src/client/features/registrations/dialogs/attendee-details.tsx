import { Check, QrCode, RotateCcw, Send, X } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { Dialog, DialogBody, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { type AttendeeDialogProps, EventCancelledContext, type RunAction } from '../attendee-actions.ts'
import { isUnconfirmed, mailSubjectOf, nameOf } from '../attendee-labels.ts'
import { MailMark, mailSentence, StatusMarks } from '../attendee-marks.tsx'

export function AttendeeDetails({
  attendee,
  actions,
  open,
  opener,
  onClose,
  onAct,
}: AttendeeDialogProps & { onAct: RunAction }) {
  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={<bdi className="wrap-anywhere">{nameOf(attendee)}</bdi>}
      description={
        <span className="flex flex-wrap gap-1.5 pt-1">
          <StatusMarks attendee={attendee} />
        </span>
      }
    >
      <DialogBody className="flex flex-col gap-5 sm:flex-row-reverse sm:items-start sm:justify-between">
        {attendee.qrCode && <Ticket attendee={attendee} qrCode={attendee.qrCode} />}
        <Facts attendee={attendee} />
      </DialogBody>
      <Choices attendee={attendee} resending={actions.isRunning} onAct={onAct} />
    </Dialog>
  )
}

function Ticket({ attendee, qrCode }: { attendee: Registration; qrCode: string }) {
  return (
    <figure className="flex shrink-0 flex-col items-center gap-2 rounded-lg border border-border bg-white p-3 text-ink-900">
      {/* The issue number busts the cache: a new code has the same path on the server. */}
      <img
        key={attendee.qrCodeIssuedAt}
        src={`${qrCode}#${attendee.qrCodeIssuedAt}`}
        alt={`QR code of ${nameOf(attendee)}`}
        width={192}
        height={192}
        className="size-48 [image-rendering:pixelated]"
      />
      <figcaption className="font-mono text-lg font-semibold tracking-widest">{attendee.code}</figcaption>
    </figure>
  )
}

function Facts({ attendee }: { attendee: Registration }) {
  const { mail } = attendee
  const sentence = mailSentence(attendee)
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-1 gap-3">
      <Fact name="Email">
        <a
          href={`mailto:${encodeURI(attendee.email)}`}
          className="wrap-anywhere text-link underline-offset-4 underline"
        >
          <EmailText>{attendee.email}</EmailText>
        </a>
      </Fact>
      <Fact name="Phone">
        <bdi className="wrap-anywhere">{attendee.phone}</bdi>
      </Fact>
      {attendee.companyName && (
        <Fact name="Company">
          <span dir="auto" className="wrap-anywhere">
            {attendee.companyName}
          </span>
        </Fact>
      )}
      <Fact name="Code at the door">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono font-semibold tracking-wider">{attendee.code}</span>
          <CopyButton
            what="the code"
            text={attendee.code}
            size="sm"
            variant="ghost"
            failure="Please copy the code manually"
          />
        </span>
      </Fact>
      <Fact name="Registered">
        <Moment at={attendee.registeredAt} />
      </Fact>
      {isUnconfirmed(attendee) && attendee.confirmBy && (
        <Fact name="Asked to confirm by">
          <Moment at={attendee.confirmBy} />
          <span className="block text-sm text-muted-foreground">
            This attendee has not pressed the link in the email yet. Approving confirms the registration; otherwise it
            is deleted after a day.
          </span>
        </Fact>
      )}
      {attendee.decidedAt && (
        <Fact name={attendee.status === 'rejected' ? 'Rejected' : 'Approved'}>
          <Moment at={attendee.decidedAt} />
          {attendee.decidedBy && (
            <>
              {' '}
              by <bdi className="wrap-anywhere">{attendee.decidedBy}</bdi>
            </>
          )}
        </Fact>
      )}
      {attendee.reason && (
        <Fact name="Reason">
          <span dir="auto" className="wrap-anywhere whitespace-pre-line">
            {attendee.reason}
          </span>
        </Fact>
      )}
      {attendee.qrCodeIssuedAt && (
        <Fact name="QR code issued">
          <Moment at={attendee.qrCodeIssuedAt} />
        </Fact>
      )}
      {attendee.checkedInAt && (
        <Fact name="Checked in">
          <Moment at={attendee.checkedInAt} />
        </Fact>
      )}
      {mail && (
        <Fact name="Last email">
          {mailSubjectOf(mail.template)}, <Moment at={mail.at} />{' '}
          <MailMark mail={mail} className="ml-1 align-text-bottom" />
          {sentence && <span className="block text-sm text-muted-foreground">{sentence}</span>}
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactMomentOf(at)}>
      {momentOf(at)}
    </time>
  )
}

type ChoicesProps = { attendee: Registration; resending: boolean; onAct: RunAction }

function Choices({ attendee, resending, onAct }: ChoicesProps) {
  const { status, checkedIn } = attendee
  const isCancelled = useContext(EventCancelledContext)
  if (isCancelled || status === 'cancelled' || (status === 'rejected' && checkedIn)) return null
  const act = (name: Parameters<RunAction>[0]) => () => onAct(name, attendee, null)
  return (
    <DialogFooter className="flex-wrap max-sm:[&]:flex-row-reverse">
      {status !== 'pending' && !checkedIn && (
        <Button variant="ghost" onClick={act('reopen')} className="max-sm:flex-1">
          <RotateCcw aria-hidden="true" />
          Reopen
        </Button>
      )}
      {status === 'approved' && (
        <>
          {!checkedIn && (
            <Button variant="outline" onClick={act('reissue')} className="max-sm:flex-1">
              <QrCode aria-hidden="true" />
              New QR code
            </Button>
          )}
          <Button pending={resending} onClick={act('resend')} className="max-sm:w-full">
            <Send aria-hidden="true" />
            Resend QR email
          </Button>
        </>
      )}
      {status === 'pending' && (
        <>
          {!isUnconfirmed(attendee) && (
            <Button variant="outline" onClick={act('reject')} className="max-sm:flex-1">
              <X aria-hidden="true" strokeWidth={3} />
              Reject
            </Button>
          )}
          <Button onClick={act('approve')} className="max-sm:flex-1">
            <Check aria-hidden="true" strokeWidth={3} />
            Approve
          </Button>
        </>
      )}
    </DialogFooter>
  )
}
