import { amount, countText } from '#client/platform/formats/amounts.ts'
import { dayOf } from '#client/platform/formats/dates.ts'
import type { TeamSizeChange } from '#contract/companies/team-size-changes.ts'

/** Note below the field: the requested size does not count yet. */
export function NextTeamSize({ change }: { change: TeamSizeChange }) {
  const { countsFrom, size, teamSize } = change
  const people = <span className="font-semibold">{countText(size, ['person', 'people'])}</span>
  return (
    <p role="status" className="text-sm">
      {countsFrom ? (
        <>
          {people} {countVerb(size)} from {dayOf(countsFrom)} on.
        </>
      ) : (
        <>An organiser decides about {people}.</>
      )}{' '}
      Until then {amount(teamSize)} {countVerb(teamSize)}.
    </p>
  )
}

const countVerb = (size: number) => (size === 1 ? 'counts' : 'count')
