import { type MouseEvent, use, useId } from 'react'
import { clockOf, dayOf, exactMomentOf } from '#client/platform/formats/dates.ts'
import { cn } from '#client/ui/cn.ts'
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
  /** Another attendee on the page has the same name: the email tells them apart. */
  namesake: boolean
}

export function AttendeeLine({ attendee, selected, onSelect, onAct, fresh, namesake }: AttendeeLineProps) {
  const name = nameOf(attendee)
  const emailId = useId()
  const describedBy = namesake ? emailId : undefined
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
        'stacked:grid stacked:grid-cols-[auto_fit-content(70%)_minmax(0,1fr)_auto] stacked:items-center stacked:gap-x-2 stacked:[&]:gap-y-0 stacked:[&]:px-3 stacked:[&]:py-2',
        selected && chosen,
        fresh && 'duration-[2500ms] starting:bg-primary-soft',
      )}
    >
      <TableCell className="tabular:h-11 tabular:py-0 stacked:col-start-1 stacked:row-span-3 stacked:row-start-1">
        {/* No checkbox for a cancelled event, nor for unconfirmed attendees, who are excluded from bulk decisions. */}
        {!use(EventCancelledContext) && !isUnconfirmed(attendee) && (
          <Checkbox
            label={<span className="sr-only">Select {name}</span>}
            checked={selected}
            data-control="select"
            aria-describedby={describedBy}
            aria-keyshortcuts="X"
            onChange={({ target }) => onSelect(attendee, target.checked)}
            className="gap-0 pointer-coarse:-m-2.5 pointer-coarse:min-w-11 pointer-coarse:p-2.5"
          />
        )}
      </TableCell>
      <TableCell heading className="tabular:h-11 tabular:py-0.5 stacked:col-span-2 stacked:[&]:block">
        <button
          type="button"
          data-control="name"
          aria-describedby={describedBy}
          onClick={({ currentTarget }) => onAct('details', attendee, currentTarget)}
          className="-mx-1 block max-w-full rounded-sm px-1 text-left leading-5 underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          <bdi title={name} className="wrap-anywhere">
            {name}
          </bdi>
        </button>
        <a
          id={emailId}
          href={`mailto:${encodeURI(attendee.email)}`}
          title={attendee.email}
          className={cn(
            'block truncate text-sm leading-4.5 font-normal text-muted-foreground underline-offset-4 hover:text-link hover:underline pointer-coarse:leading-11',
            !namesake && 'stacked:hidden',
          )}
        >
          {attendee.email}
        </a>
      </TableCell>
      <TableCell className="stacked:hidden tabular:h-11 tabular:py-0 tabular:text-sm">
        {/\d{3}/.test(dialled) ? (
          <a href={`tel:${dialled}`} className={contactLinkStyles}>
            <bdi>{attendee.phone}</bdi>
          </a>
        ) : (
          <bdi className="wrap-anywhere">{attendee.phone}</bdi>
        )}
      </TableCell>
      <TableCell className="tabular:h-11 tabular:py-0 tabular:text-sm stacked:order-1">
        {attendee.companyName ? (
          <span
            dir="auto"
            title={attendee.companyName}
            className="line-clamp-2 wrap-anywhere text-sm stacked:text-muted-foreground"
          >
            {attendee.companyName}
          </span>
        ) : (
          <span className="text-muted-foreground stacked:sr-only">
            <span aria-hidden="true">–</span>
            <span className="sr-only">none given</span>
          </span>
        )}
      </TableCell>
      <TableCell className="stacked:hidden tabular:h-11 tabular:py-0 tabular:text-sm">
        <time
          dateTime={attendee.registeredAt}
          title={exactMomentOf(attendee.registeredAt)}
          className="whitespace-nowrap"
        >
          {dayOf(attendee.registeredAt)} <span className="sr-only">{clockOf(attendee.registeredAt)}</span>
        </time>
      </TableCell>
      <TableCell className="tabular:h-11 tabular:py-0">
        <div className="flex flex-wrap items-center gap-x-2">
          <StatusMarks attendee={attendee} />
          <MailMark mail={attendee.mail} iconOnly />
        </div>
      </TableCell>
      <TableCell
        className={cn(
          'tabular:h-11 tabular:py-0 stacked:col-start-4 stacked:row-span-2 stacked:row-start-1',
          selected && chosenLast,
        )}
      >
        <AttendeeActions attendee={attendee} describedBy={describedBy} onAct={onAct} />
      </TableCell>
    </TableRow>
  )
}

// Opaque, because the sticky last column covers the others during a sideways scroll.
const chosen = 'bg-[color-mix(in_srgb,var(--color-primary-soft)_55%,var(--color-surface))]'
const chosenLast = 'bg-[color-mix(in_srgb,var(--color-primary-soft)_55%,var(--color-surface))]!'
