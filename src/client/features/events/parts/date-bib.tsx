import { partsOf } from '#client/platform/formats/dates.ts'
import { cn } from '#client/ui/cn.ts'
import { BibPaper } from './bib-paper.tsx'

/** The day on a start number. Decorative: the date is also written beside it. */
export function DateBib({ at, className }: { at: string | null; className?: string }) {
  const { weekday, day, month } = at ? partsOf(at) : { weekday: 'Date', day: 'TBD', month: 'to follow' }
  return (
    <BibPaper aria-hidden="true" className={cn('w-28 shrink-0 px-1 pt-2 pb-1.5 text-center select-none', className)}>
      <span className="block text-xs leading-tight font-semibold">{weekday}</span>
      <span
        className={cn(
          'block font-display font-extrabold tracking-tighter tabular-nums',
          at ? 'text-4xl leading-none' : 'text-2xl leading-10',
        )}
      >
        {day}
      </span>
      <span className="block text-xs leading-tight font-semibold">{month}</span>
    </BibPaper>
  )
}
