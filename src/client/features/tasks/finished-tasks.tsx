import { ChevronDown, CircleCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { amount } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'

type Props = { done: number; all: number; children: ReactNode }

/** One line that unfolds what is done or closed. */
export function FinishedTasks({ done, all, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const closed = all - done
  const counts = [done > 0 && `${amount(done)} done`, closed > 0 && `${amount(closed)} closed`]
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-2.5 rounded-lg border border-border px-4 text-left font-semibold text-muted-foreground transition-colors hover:bg-accent hover:text-foreground sm:px-5"
      >
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
        <span className="min-w-0 flex-1 tabular-nums">{counts.filter(Boolean).join(' · ')}</span>
        <ChevronDown
          aria-hidden="true"
          className={cn('size-5 shrink-0 transition-transform duration-200', isOpen && 'rotate-180')}
        />
      </button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
