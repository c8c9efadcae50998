import { Field } from '../forms/field.tsx'
import { Select } from '../forms/select.tsx'

export interface SortSelectProps {
  sort: string
  options: { value: string; label: string }[]
  onSort: (sort: string) => void
}

/** Replaces the sortable headings when rows are stacked and the headings hidden. */
export function SortSelect({ sort, options, onSort }: SortSelectProps) {
  return (
    <Field label="Sort by" hideLabel className="tabular:hidden">
      <Select value={sort} onChange={({ target }) => onSort(target.value)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
