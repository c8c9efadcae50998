import { countText } from '#client/platform/formats/amounts.ts'
import { dayOf } from '#client/platform/formats/dates.ts'
import type { TeamSizeChange } from '#contract/companies/team-size-changes.ts'

/** Beside the field: what was asked for does not count yet. */
export function NextTeamSize({ change }: { change: TeamSizeChange }) {
  const { countsFrom, size, teamSize } = change
  return (
    <p role="status" className="text-sm sm:col-span-2">
      <span className="font-semibold">{countText(size, ['person', 'people'])}</span>{' '}
      {countsFrom ? `count from ${dayOf(countsFrom)} on` : 'waits for an organiser'}. Until then{' '}
      {teamSize.toLocaleString('en')} {teamSize === 1 ? 'counts' : 'count'}.
    </p>
  )
}
