import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Building2, ClipboardCheck, History, ListChecks, Medal, ScanSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { companyList } from '#client/features/companies/queries.ts'
import { leaderboardSummary } from '#client/features/leaderboard/queries.ts'
import { pendingProofs } from '#client/features/proofs/queries.ts'
import { taskList } from '#client/features/tasks/queries.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stat } from '#client/ui/display/stat.tsx'
import { TrackLanes } from '#client/ui/display/track-lanes.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { isActive } from '#contract/tasks/rules.ts'

const number = new Intl.NumberFormat('en')

/** Four numbers of the week; the large one is the one that needs a decision. */
export function AdminStats() {
  const companies = useQuery(companyList)
  const pending = useQuery(pendingProofs({ q: '', page: 1 }))
  const tasks = useQuery(taskList)
  const board = useQuery(leaderboardSummary())
  const waiting = pending.data?.total
  return (
    // Dark tokens in both themes.
    <section
      aria-label="The week in numbers"
      className="dark @container relative overflow-hidden rounded-lg border border-border bg-surface text-foreground"
    >
      <TrackLanes lanes={5} active={2} className="absolute -right-px -bottom-px w-40 opacity-70 @2xl:w-56" />
      <div className="relative grid grid-cols-3 gap-x-4 gap-y-5 p-5 @2xl:grid-cols-[1.6fr_1fr_1fr_1fr] @2xl:gap-6 @2xl:p-7">
        <div className="col-span-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 @2xl:col-span-1 @2xl:flex-col @2xl:items-start @2xl:justify-start">
          <Stat
            size="hero"
            label="Pending Proofs"
            icon={ClipboardCheck}
            tone="flame"
            value={figure(pending, ({ total }) => total)}
            detail="Awaiting review"
          />
          {waiting === 0 ? (
            <LinkButton href={paths.decided} variant="outline">
              <History aria-hidden="true" />
              Decided proofs
            </LinkButton>
          ) : (
            // Also before the count is known, so that nothing moves when it arrives.
            <LinkButton href={paths.review}>
              <ScanSearch aria-hidden="true" />
              Start reviewing
            </LinkButton>
          )}
        </div>
        <Stat label="Total Companies" icon={Building2} value={figure(companies, ({ length }) => length)} />
        <Stat label="Active Tasks" icon={ListChecks} value={figure(tasks, (all) => all.filter(isActive).length)} />
        <Stat label="Total Points" icon={Medal} tone="points" value={figure(board, ({ totals }) => totals.points)} />
      </div>
    </section>
  )
}

function figure<Data>({ data, error }: UseQueryResult<Data>, count: (data: Data) => number): ReactNode {
  if (data !== undefined) return number.format(count(data))
  if (error) return <span title="Did not load">–</span>
  return (
    // As high as the figure.
    <span className="relative block w-16">
      <span className="invisible">0</span>
      <Skeleton className="absolute inset-x-0 inset-y-[0.15em]" />
    </span>
  )
}
