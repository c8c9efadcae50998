import { Field } from '#client/ui/forms/field.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import type { AttendeeFilters } from './queries.ts'

const choices: { value: string; label: string; narrowing: AttendeeFilters; none: string }[] = [
  { value: 'all', label: 'All attendees', narrowing: {}, none: '' },
  { value: 'pending', label: 'Pending', narrowing: { status: 'pending' }, none: 'No one is awaiting a decision' },
  { value: 'approved', label: 'Approved', narrowing: { status: 'approved' }, none: 'No one is approved yet' },
  {
    value: 'awaited',
    label: 'Approved, not checked in',
    narrowing: { status: 'approved', checkedIn: 'no' },
    none: 'Everyone approved is checked in',
  },
  { value: 'inside', label: 'Checked in', narrowing: { checkedIn: 'yes' }, none: 'No one is checked in yet' },
  { value: 'rejected', label: 'Rejected', narrowing: { status: 'rejected' }, none: 'No one is rejected' },
  { value: 'cancelled', label: 'Cancelled', narrowing: { status: 'cancelled' }, none: 'No one has cancelled' },
]

const choiceOf = ({ status, checkedIn }: AttendeeFilters) =>
  choices.find(({ narrowing }) => narrowing.status === status && narrowing.checkedIn === checkedIn)

/** Why a narrowed list is empty. */
export const noneOf = (narrowing: AttendeeFilters) => choiceOf(narrowing)?.none || 'No attendees match this filter'

interface AttendeeFilterProps {
  narrowing: AttendeeFilters
  onNarrow: (narrowing: AttendeeFilters) => void
}

export function AttendeeFilter({ narrowing, onNarrow }: AttendeeFilterProps) {
  const current = choiceOf(narrowing)
  return (
    <Field label="Show" hideLabel className="sm:w-60">
      <Select
        value={current?.value ?? 'other'}
        onChange={({ target }) => onNarrow(choices.find(({ value }) => value === target.value)?.narrowing ?? {})}
      >
        {/* An address may combine what no choice does. */}
        {!current && <option value="other">{Object.values(narrowing).join(', ')}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
