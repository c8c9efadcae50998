import { cn } from '#client/ui/cn.ts'
import type { DoorCounts } from '#contract/door/endpoints.ts'

const number = new Intl.NumberFormat('en')

/** Number of people inside, of how many, and per gate. */
export function Counters({ counts, gate }: { counts: DoorCounts | undefined; gate: string }) {
  const { approved = 0, checkedIn = 0, gates = [] } = counts ?? {}
  const share = approved === 0 ? 0 : Math.min(1, checkedIn / approved)
  return (
    <section aria-label="Counts" className="flex flex-col gap-1.5 px-4">
      <p className="flex items-baseline gap-2">
        <output className="font-display text-2xl font-extrabold">{counts ? number.format(checkedIn) : '–'}</output>{' '}
        <span className="text-muted-foreground">
          of <span className="tabular-nums">{counts ? number.format(approved) : '–'}</span> inside
        </span>
      </p>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-lane">
        <div className="h-full rounded-full bg-primary transition-[width]" style={{ width: `${share * 100}%` }} />
      </div>
      {gates.some((one) => one.gate !== '') && (
        <ul aria-label="By gate" className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted-foreground">
          {gates.map((one) => (
            <li key={one.gate} className={cn('tabular-nums', one.gate === gate && 'font-bold text-foreground')}>
              {one.gate || 'Without a name'} {number.format(one.checkedIn)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
