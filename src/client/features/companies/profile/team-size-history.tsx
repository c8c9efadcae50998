import { useQuery } from '@tanstack/react-query'
import { countText } from '#client/platform/formats/amounts.ts'
import { dayOf, exactMomentOf } from '#client/platform/formats/dates.ts'
import { teamSizesOf } from '../queries.ts'

/** History of the team size: points keep the size at their approval. Renders nothing before the first change. */
export function TeamSizeHistory({ companyId }: { companyId: string }) {
  const { data: sizes = [] } = useQuery(teamSizesOf(companyId))
  if (sizes.length < 2) return null
  return (
    <section aria-label="How many people were in the team" className="text-sm text-muted-foreground sm:col-span-2">
      <p>Points per person count with the team size in force when a proof is approved.</p>
      <ol className="mt-2 divide-y divide-border border-y border-border">
        {sizes.map(({ size, since, byAdministrator }) => (
          <li key={since} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="font-semibold text-foreground tabular-nums">{countText(size, ['person', 'people'])}</span>
            <span>
              since{' '}
              <time dateTime={since} title={exactMomentOf(since)}>
                {dayOf(since)}
              </time>
              {byAdministrator && ', set by the organisers'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
