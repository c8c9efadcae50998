import { Field } from '#client/ui/forms/field.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import type { AttendeeFilters } from './queries.ts'

const choices: { value: string; label: string; activeFilters: AttendeeFilters; none: string }[] = [
  { value: 'all', label: 'All attendees', activeFilters: {}, none: '' },
  { value: 'pending', label: 'Pending', activeFilters: { status: 'pending' }, none: 'No one is awaiting a decision' },
  { value: 'approved', label: 'Approved', activeFilters: { status: 'approved' }, none: 'No one is approved yet' },
  {
    value: 'awaited',
    label: 'Approved, not checked in',
    activeFilters: { status: 'approved', checkedIn: 'no' },
    none: 'Everyone approved is checked in',
  },
  { value: 'inside', label: 'Checked in', activeFilters: { checkedIn: 'yes' }, none: 'No one is checked in yet' },
  { value: 'rejected', label: 'Rejected', activeFilters: { status: 'rejected' }, none: 'No one is rejected' },
  { value: 'cancelled', label: 'Cancelled', activeFilters: { status: 'cancelled' }, none: 'No one has cancelled' },
  {
    value: 'unconfirmed',
    label: 'Email not confirmed',
    activeFilters: { confirmed: 'no' },
    none: 'Everyone has confirmed their email',
  },
]

const choiceOf = ({ status, checkedIn, confirmed }: AttendeeFilters) =>
  choices.find(
    ({ activeFilters }) =>
      activeFilters.status === status && activeFilters.checkedIn === checkedIn && activeFilters.confirmed === confirmed,
  )

/** Reason why a filtered list is empty. */
export const noneOf = (activeFilters: AttendeeFilters) =>
  choiceOf(activeFilters)?.none || 'No attendees match this filter'

interface AttendeeFilterProps {
  activeFilters: AttendeeFilters
  onFilter: (activeFilters: AttendeeFilters) => void
}

export function AttendeeFilter({ activeFilters, onFilter }: AttendeeFilterProps) {
  const current = choiceOf(activeFilters)
  return (
    <Field label="Show" hideLabel className="sm:w-60">
      <Select
        value={current?.value ?? 'other'}
        onChange={({ target }) => onFilter(choices.find(({ value }) => value === target.value)?.activeFilters ?? {})}
      >
        {/* An address may combine filters that no option has. */}
        {!current && <option value="other">{Object.values(activeFilters).join(', ')}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
