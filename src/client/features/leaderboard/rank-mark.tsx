import { Award, Medal, Trophy } from 'lucide-react'
import { cn } from '#client/ui/cn.ts'

const marks = [
  { icon: Trophy, colour: 'bg-sun-400 text-ink-900' },
  { icon: Medal, colour: 'bg-sand-200 text-ink-800' },
  { icon: Award, colour: 'bg-flame-200 text-flame-900' },
]

/** The first three ranks differ by shape too: a cup, a medal, a rosette. Sizes follow the text. */
export function RankMark({ rank, className }: { rank: number | null; className?: string }) {
  const { icon: Icon, colour } = marks[(rank ?? 0) - 1] ?? {}
  return (
    <span className={cn('inline-flex items-center gap-[0.4em] font-display font-bold tabular-nums', className)}>
      <span className="sr-only">{rank === null ? 'No rank' : 'Rank'}</span>
      <span className={cn('min-w-[1.2ch] text-right', rank === null && 'text-muted-foreground')}>
        {rank ?? <span aria-hidden="true">–</span>}
      </span>
      {Icon && (
        <span
          data-mark
          aria-hidden="true"
          className={cn('inline-flex size-[1.6em] shrink-0 items-center justify-center rounded-full', colour)}
        >
          <Icon className="size-[1em]" strokeWidth={2.25} />
        </span>
      )}
    </span>
  )
}
