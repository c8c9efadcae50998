import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type HelpKeyGroup, useHelpKeys } from '#client/platform/help/help-keys.ts'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { PagedList } from '#client/platform/sections/paged-list.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Checkbox } from '#client/ui/forms/checkbox.tsx'
import type { ManagedEvent } from '#contract/events/endpoints.ts'
import { registrationOrders } from '#contract/registrations/endpoints.ts'
import { EventCancelledContext, useAttendeeActions, useOptimisticRows } from './attendee-actions.ts'
import { AttendeeCounts } from './attendee-counts.tsx'
import { AttendeeFilter, noneOf } from './attendee-filter.tsx'
import { AttendeesSheet } from './attendees-sheet.tsx'
import { AttendeeDialogs, useAttendeeDialogs } from './dialogs/attendee-dialogs.tsx'
import { FailedMails } from './failed-mails.tsx'
import {
  type AttendeeFilters,
  attendeeCounts,
  attendeeFilters,
  attendeeTable,
  useMailStatusRefresh,
} from './queries.ts'
import { Selected } from './selection/selected.tsx'
import { useSelection } from './selection/selection.ts'
import { AttendeesSkeleton } from './table/attendees-skeleton.tsx'
import { AttendeesTable } from './table/attendees-table.tsx'
import { UnconfirmedNote } from './unconfirmed-note.tsx'
import { useFetchFailure } from './use-fetch-failure.ts'

export const useAttendeeUrl = () => useListUrl(registrationOrders, '-registeredAt', attendeeFilters)

export function AttendeesList({ event }: { event: ManagedEvent }) {
  const list = useAttendeeUrl()
  const { q, sort, page, activeFilters } = list
  const table = useQuery(attendeeTable(event.id, { q, sort, page, activeFilters }))
  const { data: counts } = useQuery(attendeeCounts(event.id))
  const rows = useOptimisticRows(event.id, table.data?.items)
  const actions = useAttendeeActions(event.id)
  const dialogs = useAttendeeDialogs(actions)
  const selection = useSelection(JSON.stringify([q, activeFilters]))
  useMailStatusRefresh(event.id, rows?.some(({ mail }) => mail?.state === 'queued') ?? false)
  useFetchFailure(table.error, 'Failed to fetch registrations')

  const canSelect = rows !== undefined && rows.length > 0 && !event.cancelledAt && !activeFilters.confirmed
  const allSelected = rows !== undefined && rows.length > 0 && rows.every(({ id }) => selection.chosen.has(id))
  const selectPage = (selected: boolean) => selection.choose(rows ?? [], selected)
  return (
    <EventCancelledContext value={event.cancelledAt !== null}>
      <div className="flex flex-col gap-6 [overflow-anchor:none]">
        <AttendeeCounts counts={counts} activeFilters={activeFilters} onFilter={list.filterBy} />
        {counts !== undefined && counts.mailsFailed > 0 && (
          <FailedMails eventId={event.id} amount={counts.mailsFailed} />
        )}
        {counts !== undefined && counts.unconfirmed > 0 && (
          <UnconfirmedNote
            amount={counts.unconfirmed}
            onShow={activeFilters.confirmed ? undefined : () => list.filterBy({ confirmed: 'no' })}
          />
        )}
        <PagedList
          list={list}
          query={table}
          items={rows}
          things={['attendee', 'attendees']}
          search={{ label: 'Search attendees', placeholder: 'Name, email, phone, company or code' }}
          filter={<AttendeeFilter activeFilters={activeFilters} onFilter={list.filterBy} />}
          sortOptions={sortOptions}
          beforeCount={
            canSelect && (
              <Checkbox
                label="Select page"
                checked={allSelected}
                onChange={({ target }) => selectPage(target.checked)}
                className="tabular:hidden"
              />
            )
          }
          failure="Couldn’t load the attendees."
          skeleton={<AttendeesSkeleton sort={sort} />}
          empty={<NoAttendees event={event} activeFilters={activeFilters} onShowAll={() => list.filterBy({})} />}
          footer={
            <>
              {canSelect && <KeyHelp />}
              {!event.cancelledAt && (
                <Selected
                  event={event}
                  selection={selection}
                  rows={rows ?? []}
                  total={table.data?.total ?? 0}
                  view={{ q, sort, activeFilters }}
                  counts={counts}
                />
              )}
            </>
          }
        >
          {(attendees) => (
            <AttendeesTable
              attendees={attendees}
              view={table.data?.view ?? ''}
              sort={sort}
              onSort={list.sortBy}
              isSelected={(id) => selection.chosen.has(id)}
              onSelect={(attendee, selected) => selection.choose([attendee], selected)}
              allSelected={allSelected}
              canSelectPage={!activeFilters.confirmed}
              onSelectPage={selectPage}
              onAct={dialogs.actOn}
            />
          )}
        </PagedList>
        <AttendeeDialogs {...dialogs} rows={rows ?? []} />
        {rows && <AttendeesSheet event={event} attendees={rows} page={page} total={table.data?.total ?? rows.length} />}
      </div>
    </EventCancelledContext>
  )
}

interface NoAttendeesProps {
  event: ManagedEvent
  activeFilters: AttendeeFilters
  onShowAll: () => void
}

function NoAttendees({ event, activeFilters, onShowAll }: NoAttendeesProps) {
  if (Object.keys(activeFilters).length === 0) return <NobodyYet event={event} />
  return (
    <EmptyState
      icon={Users}
      title={noneOf(activeFilters)}
      action={
        <Button variant="outline" onClick={onShowAll}>
          Show all attendees
        </Button>
      }
    />
  )
}

function NobodyYet({ event }: { event: ManagedEvent }) {
  return (
    <EmptyState
      icon={Users}
      title="No one has registered yet"
      description={
        event.cancelledAt
          ? 'This event was cancelled.'
          : event.isActive
            ? 'Everyone who registers through the public link appears here. Share it to get the first registration.'
            : 'The event is inactive: its public page is closed. Activate it to let people register.'
      }
      action={
        event.isActive &&
        !event.cancelledAt && (
          <CopyButton
            text={window.location.origin + paths.shortLink(event.shortCode)}
            label="Copy registration link"
            failure="Please copy the link manually"
          />
        )
      }
    />
  )
}

/** Visual hint at the keys; the buttons have `aria-keyshortcuts`. */
function KeyHelp() {
  useHelpKeys(rowKeys)
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted-foreground pointer-coarse:hidden"
    >
      In a row:
      {rowKeys.keys.map(({ keys: [key = ''], what }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <KeyCap>{key}</KeyCap> {what}
        </span>
      ))}
    </p>
  )
}

const rowKeys: HelpKeyGroup = {
  title: 'Keys while the focus is in a row',
  keys: [
    { keys: ['↑'], what: 'previous row' },
    { keys: ['↓'], what: 'next row' },
    { keys: ['A'], what: 'approve' },
    { keys: ['R'], what: 'reject' },
    { keys: ['X'], what: 'select' },
  ],
}

const sortOptions = [
  { value: '-registeredAt', label: 'Newest first' },
  { value: 'registeredAt', label: 'Oldest first' },
  { value: 'lastName', label: 'Last name, A to Z' },
  { value: '-lastName', label: 'Last name, Z to A' },
  { value: 'email', label: 'Email, A to Z' },
  { value: '-email', label: 'Email, Z to A' },
  { value: 'companyName', label: 'Company, A to Z' },
  { value: '-companyName', label: 'Company, Z to A' },
  { value: 'status', label: 'Status' },
  { value: '-status', label: 'Status, reversed' },
  { value: '-checkedInAt', label: 'Last checked in first' },
  { value: 'checkedInAt', label: 'First checked in first' },
]
