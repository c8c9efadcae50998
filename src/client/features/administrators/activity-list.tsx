import { clockOf, dateKey, distanceOf, exactMomentOf, nameOfDay, useNow } from '#client/platform/formats/dates.ts'
import { useUser } from '#client/platform/session/session.ts'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { AuditEntry } from '#contract/administrators/endpoints.ts'
import { Changes } from './changes.tsx'

export function ActivityList({ entries, className }: { entries: AuditEntry[]; className?: string }) {
  const now = useNow()
  const { email } = useUser()
  return (
    <div className={className ?? frame}>
      {byDay(entries).map((day) => (
        <section key={day.key} aria-label={nameOfDay(day.at, now)}>
          <h3 className={heading}>{nameOfDay(day.at, now)}</h3>
          <ol className="divide-y divide-border">
            {day.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} now={now} isYou={entry.actor === email} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Entry({ entry, now, isYou }: { entry: AuditEntry; now: number; isYou: boolean }) {
  const { at, actor, action, subject, before, after } = entry
  return (
    <li className={line}>
      <time dateTime={at} title={exactMomentOf(at)} className="text-sm text-muted-foreground sm:pt-0.5">
        <span className="font-semibold text-foreground tabular-nums">{clockOf(at)}</span>
        <span className="ml-2 sm:ml-0 sm:block">{distanceOf(at, now)}</span>
      </time>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span title={actor} className="font-semibold">
            {isYou ? 'You' : actor}
          </span>{' '}
          <span className="text-muted-foreground">{action}</span> <bdi className="font-semibold">{subject}</bdi>
        </p>
        <Changes before={before} after={after} />
      </div>
    </li>
  )
}

function byDay(entries: AuditEntry[]) {
  const days: { key: string; at: string; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const key = dateKey(entry.at)
    const last = days.at(-1)
    if (last?.key === key) last.entries.push(entry)
    else days.push({ key, at: entry.at, entries: [entry] })
  }
  return days
}

const frame = 'overflow-clip rounded-lg border border-border bg-surface'
const heading = 'border-y border-border bg-sunken px-4 py-2 text-base [section:first-child>&]:border-t-0'
const line = 'grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[8rem_1fr]'

const rows = Array.from({ length: 8 }, (_, row) => row)

export function ActivitySkeleton() {
  return (
    <Loading label="Loading activity…" className={frame}>
      <div className="h-10 border-b border-border bg-sunken" />
      <div className="divide-y divide-border">
        {rows.map((row) => (
          <div key={row} className={line}>
            <Skeleton className="h-5 w-24 sm:h-10" />
            <Skeleton className="h-5 w-full max-w-96" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
