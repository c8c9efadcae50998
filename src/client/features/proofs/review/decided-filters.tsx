import { useQuery } from '@tanstack/react-query'
import type { ActiveFilters } from '#client/platform/navigation/list-url.ts'
import { Field } from '#client/ui/forms/field.tsx'
import { Input } from '#client/ui/forms/input.tsx'
import { Select } from '#client/ui/forms/select.tsx'
import { decidedStatuses } from '#contract/proofs/endpoints.ts'
import { reviewers } from '../queries.ts'

/** Filters of the decided proofs, as they are in the address. */
export const decidedFilters = {
  status: decidedStatuses,
  reviewer: /^[0-9a-f-]{36}$/,
  day: /^\d{4}-\d{2}-\d{2}$/,
} as const

export type DecidedFilters = ActiveFilters<typeof decidedFilters>

const outcomes = { approved: 'Approved', rejected: 'Rejected', fix: 'Needs a fix' }

interface DecidedFiltersProps {
  activeFilters: DecidedFilters
  onFilter: (activeFilters: DecidedFilters) => void
}

export function DecidedFilterControls({ activeFilters, onFilter }: DecidedFiltersProps) {
  const { data: people } = useQuery(reviewers)
  const { status, reviewer, day } = activeFilters
  // An empty choice takes the filter away.
  const change = (changes: { [name in keyof DecidedFilters]: DecidedFilters[name] | undefined }) =>
    onFilter(Object.fromEntries(Object.entries({ ...activeFilters, ...changes }).filter(([, value]) => value)))
  return (
    <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:w-auto">
      <Field label="Outcome" hideLabel className="sm:w-38">
        <Select
          value={status ?? ''}
          onChange={({ target }) => change({ status: decidedStatuses.find((other) => other === target.value) })}
        >
          <option value="">All outcomes</option>
          {decidedStatuses.map((value) => (
            <option key={value} value={value}>
              {outcomes[value]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Reviewer" hideLabel className="sm:w-44">
        <Select value={reviewer ?? ''} onChange={({ target }) => change({ reviewer: target.value || undefined })}>
          <option value="">All reviewers</option>
          {people?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Day" hideLabel className="max-sm:col-span-2 sm:w-40">
        <Input type="date" value={day ?? ''} onChange={({ target }) => change({ day: target.value || undefined })} />
      </Field>
    </div>
  )
}
