import { type MouseEvent, use } from 'react'
import { clockOf, dayOf, exactMomentOf } from '#client/platform/formats/dates.ts'
import { cn } from '#client/ui/cn.ts'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { Checkbox } from '#client/ui/forms/checkbox.tsx'
import { contactLinkStyles, TableCell, TableRow } from '#client/ui/lists/table.tsx'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { EventCancelledContext, type RunAction } from '../attendee-actions.ts'
import { isUnconfirmed, nameOf } from '../attendee-labels.ts'
import { MailMark, StatusMarks } from '../attendee-marks.tsx'
import { AttendeeActions } from './attendee-row-actions.tsx'

interface AttendeeLineProps {
  attendee: Registration
  selected: boolean
  onSelect: (attendee: Registration, selected: boolean) => void
  onAct: RunAction
  /** Arrived while the list was open: highlighted for a moment. */
  fresh: boolean
}

export function AttendeeLine({ attendee, selected, onSelect, onAct, fresh }: AttendeeLineProps) {
  const name = nameOf(attendee)
  const dialled = attendee.phone.replace(/[^+\d]/g, '')

  /** The whole row opens the details by mouse; the name is the accessible button. */
  function open({ target, currentTarget }: MouseEvent<HTMLTableRowElement>) {
    const elsewhere = target instanceof Element && target.closest('a, button, label, [role=menu]')
    if (elsewhere || !currentTarget.contains(target as Node) || !getSelection()?.isCollapsed) return
    onAct('details', attendee, currentTarget.querySelector<HTMLElement>('[data-control=name]'))
  }

  return (
    <TableRow
      data-row={attendee.id}
      onClick={open}
      className={cn(
        'relative cursor-default',
        selected && chosen,
        fresh && 'duration-[2500ms] starting:bg-primary-soft',
      )}
    >
      <TableCell className="stacked:absolute stacked:top-5.5 stacked:right-4">
        {/* No checkbox for a cancelled event, nor for unconfirmed attendees, who are excluded from bulk decisions. */}
        {!use(EventCancelledContext) && !isUnconfirmed(attendee) && (
          <Checkbox
            label={<span className="sr-only">Select {name}</span>}
            checked={selected}
            data-control="select"
            aria-keyshortcuts="X"
            onChange={({ target }) => onSelect(attendee, target.checked)}
            className="gap-0 pointer-coarse:-m-2.5 pointer-coarse:min-w-11 pointer-coarse:p-2.5"
          />
        )}
      </TableCell>
      <TableCell heading className="stacked:-order-2 stacked:mr-12">
        <button
          type="button"
          data-control="name"
          onClick={({ currentTarget }) => onAct('details', attendee, currentTarget)}
          className="-mx-1 max-w-full rounded-sm px-1 text-left underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          <bdi title={name} className="wrap-anywhere">
            {name}
          </bdi>
        </button>
      </TableCell>
      <TableCell label="Email" className="tabular:text-sm">
        <a
          href={`mailto:${encodeURI(attendee.email)}`}
          title={attendee.email}
          className={cn(contact, 'stacked:text-right')}
        >
          <EmailText>{attendee.email}</EmailText>
        </a>
      </TableCell>
      <TableCell label="Phone" className="tabular:text-sm">
        {/\d{3}/.test(dialled) ? (
          <a href={`tel:${dialled}`} className={contact}>
            <bdi>{attendee.phone}</bdi>
          </a>
        ) : (
          <bdi className="wrap-anywhere">{attendee.phone}</bdi>
        )}
      </TableCell>
      <TableCell label="Company" className="tabular:text-sm">
        {attendee.companyName ? (
          <span dir="auto" title={attendee.companyName} className="wrap-anywhere stacked:text-right">
            {attendee.companyName}
          </span>
        ) : (
          <span className="text-muted-foreground">
            <span aria-hidden="true">–</span>
            <span className="sr-only">none given</span>
          </span>
        )}
      </TableCell>
      <TableCell label="Registered" className="tabular:text-sm">
        <time dateTime={attendee.registeredAt} title={exactMomentOf(attendee.registeredAt)}>
          <span className="whitespace-nowrap">{dayOf(attendee.registeredAt)}</span>{' '}
          <span className="text-muted-foreground tabular:sr-only">{clockOf(attendee.registeredAt)}</span>
        </time>
      </TableCell>
      <TableCell className="stacked:-order-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusMarks attendee={attendee} />
          <MailMark mail={attendee.mail} />
        </div>
      </TableCell>
      <TableCell className={selected ? chosenLast : ''}>
        <AttendeeActions attendee={attendee} onAct={onAct} />
      </TableCell>
    </TableRow>
  )
}

// Opaque, because the sticky last column covers the others during a sideways scroll.
const chosen = 'bg-[color-mix(in_srgb,var(--color-primary-soft)_55%,var(--color-surface))]'
const chosenLast = 'bg-[color-mix(in_srgb,var(--color-primary-soft)_55%,var(--color-surface))]!'
const contact = cn(contactLinkStyles, 'pointer-coarse:-my-0.5')
