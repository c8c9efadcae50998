import { dateKey, useNow } from '#client/platform/dates.ts'
import type { ProofSummary } from '#contract/proofs/endpoints.ts'
import { daysUntil } from './days.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' })
const date = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' })
const height = 96

/** Approved proofs per day. The bars are drawn, the words around them stay text: readable at every width and aloud. */
export function ApprovalsChart({ days }: Pick<ProofSummary, 'days'>) {
  const shown = daysUntil(dateKey(useNow()), days)
  const most = Math.max(1, ...shown.map(({ approved }) => approved))
  return (
    <figure>
      <figcaption className="text-sm font-semibold text-muted-foreground">Approved proofs per day</figcaption>
      <ol className="mt-3 grid auto-cols-fr grid-flow-col gap-1">
        {shown.map(({ day, approved }) => {
          const at = new Date(`${day}T00:00:00Z`)
          const tall = Math.max(approved > 0 ? 4 : 1.5, (approved / most) * height)
          return (
            <li key={day} className="flex min-w-0 flex-col items-center justify-end text-xs text-muted-foreground">
              <span className="font-semibold text-foreground tabular-nums">
                {approved}
                <span className="sr-only"> on {date.format(at)}</span>
              </span>
              <svg
                viewBox={`0 0 10 ${height}`}
                preserveAspectRatio="none"
                aria-hidden="true"
                className="h-24 w-full max-w-10"
              >
                <rect
                  y={height - tall}
                  width="10"
                  height={tall}
                  className={approved > 0 ? 'fill-chart-5' : 'fill-border'}
                />
              </svg>
              <span aria-hidden="true" className="mt-1 max-sm:hidden">
                {weekday.format(at)}
              </span>
              <span aria-hidden="true" className="tabular-nums">
                {at.getUTCDate()}
              </span>
            </li>
          )
        })}
      </ol>
    </figure>
  )
}
