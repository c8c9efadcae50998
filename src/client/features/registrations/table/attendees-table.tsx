import { type ReactNode, use, useState } from 'react'
import { Checkbox } from '#client/ui/forms/checkbox.tsx'
import { SortableColumn, SortButton } from '#client/ui/lists/sortable-column.tsx'
import { TableBody, TableColumn, TableHead } from '#client/ui/lists/table.tsx'
import { WideTable } from '#client/ui/lists/wide-table.tsx'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { EventCancelledContext, type RunAction } from '../attendee-actions.ts'
import { isRejectable, nameOf } from '../attendee-labels.ts'
import { AttendeeLine } from './attendee-line.tsx'
import { pressRowKey } from './row-keys.ts'
import { StableScrollRows } from './stable-scroll-rows.tsx'

interface Heading {
  sort: string
  onSort: (sort: string) => void
  allSelected: boolean
  /** False if no row can be selected. */
  canSelectPage?: boolean
  onSelectPage: (selected: boolean) => void
}

interface AttendeesTableProps extends Heading {
  attendees: Registration[]
  /** Identifies the list: another view resets scroll anchoring and highlights. */
  view: string
  isSelected: (id: string) => boolean
  onSelect: (attendee: Registration, selected: boolean) => void
  onAct: RunAction
}

export function AttendeesTable({ attendees, view, isSelected, onSelect, onAct, ...heading }: AttendeesTableProps) {
  const fresh = useArrivals(attendees, view)
  const isCancelled = use(EventCancelledContext)
  const namesakes = namesakesOf(attendees)

  function reject(id: string, opener: HTMLElement | null) {
    const attendee = attendees.find((other) => other.id === id)
    if (attendee && isRejectable(attendee) && !isCancelled) onAct('reject', attendee, opener)
  }

  return (
    <StableScrollRows view={view} onKeyDown={(event) => pressRowKey(event, reject)}>
      <AttendeesFrame {...heading}>
        {attendees.map((attendee) => (
          <AttendeeLine
            key={attendee.id}
            attendee={attendee}
            selected={isSelected(attendee.id)}
            onSelect={onSelect}
            onAct={onAct}
            fresh={fresh.has(attendee.id)}
            namesake={namesakes.has(nameOf(attendee))}
          />
        ))}
      </AttendeesFrame>
    </StableScrollRows>
  )
}

/** Head and column widths, shared with the skeleton so that nothing moves when the rows arrive. */
export function AttendeesFrame({
  children,
  allSelected,
  canSelectPage = true,
  onSelectPage,
  ...sorting
}: Heading & { children: ReactNode }) {
  const isSelectable = !use(EventCancelledContext) && canSelectPage
  return (
    <WideTable caption="Attendees">
      <TableHead>
        <TableColumn className="w-11">
          <span className={isSelectable ? 'tabular:hidden' : 'tabular:sr-only'}>Selected</span>
          {isSelectable && (
            <Checkbox
              label={<span className="sr-only">Select this page</span>}
              checked={allSelected}
              onChange={({ target }) => onSelectPage(target.checked)}
              className="gap-0 stacked:hidden"
            />
          )}
        </TableColumn>
        <SortableColumn
          name="lastName"
          {...sorting}
          beside={
            <SortButton name="email" {...sorting}>
              Email
            </SortButton>
          }
        >
          Name
        </SortableColumn>
        <TableColumn className="w-33">Phone</TableColumn>
        <SortableColumn name="companyName" {...sorting} className="w-[13%]">
          Company
        </SortableColumn>
        <SortableColumn name="registeredAt" descendingFirst {...sorting} className="w-26">
          Registered
        </SortableColumn>
        <SortableColumn name="status" {...sorting} className="w-37">
          Status
        </SortableColumn>
        <TableColumn className="w-42">
          <span className="sr-only">Actions</span>
        </TableColumn>
      </TableHead>
      <TableBody>{children}</TableBody>
    </WideTable>
  )
}

/** Names that more than one attendee has. */
function namesakesOf(attendees: Registration[]): ReadonlySet<string> {
  const names = attendees.map(nameOf)
  return new Set(names.filter((name, index) => names.indexOf(name) !== index))
}

const nobody: ReadonlySet<string> = new Set()

/** Ids of attendees who were not in the previous list. */
function useArrivals(attendees: Registration[], view: string): ReadonlySet<string> {
  const [seen, setSeen] = useState({ attendees, view, fresh: nobody })
  if (seen.attendees === attendees && seen.view === view) return seen.fresh
  const known = new Set(seen.attendees.map(({ id }) => id))
  const came = attendees.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  const fresh = seen.view === view && came.length > 0 ? new Set(came) : nobody
  setSeen({ attendees, view, fresh })
  return fresh
}
