import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { Button } from '../buttons/button.tsx'
import { cn } from '../cn.ts'

interface PagerProps {
  /** Counted from 1. */
  page: number
  size: number
  total: number
  /** Name of the listed things, in the plural. */
  things: string
  onTurn: (page: number) => void
  className?: string
}

const count = new Intl.NumberFormat('en')

/** Page navigation of a list; renders nothing for a single page. */
export function Pager({ page, size, total, things, onTurn, className }: PagerProps) {
  const last = Math.ceil(total / size)
  if (last <= 1 || page > last) return null
  const from = (page - 1) * size + 1
  const to = Math.min(total, page * size)
  const steps = { page, last, onTurn }
  return (
    <nav
      aria-label={`Pages of ${things}`}
      className={cn('flex flex-wrap items-center justify-between gap-x-6 gap-y-2', className)}
    >
      <p className="text-sm text-muted-foreground tabular-nums">
        {count.format(from)}–{count.format(to)} of {count.format(total)}
      </p>
      <div className="flex items-center gap-1">
        <Turn icon={ChevronsLeft} label="First page" to={1} {...steps} className="max-sm:hidden" />
        <Turn icon={ChevronLeft} label="Previous page" to={page - 1} {...steps} />
        <span className="px-2 text-sm font-semibold tabular-nums">
          Page {count.format(page)} of {count.format(last)}
        </span>
        <Turn icon={ChevronRight} label="Next page" to={page + 1} {...steps} />
        <Turn icon={ChevronsRight} label="Last page" to={last} {...steps} className="max-sm:hidden" />
      </div>
    </nav>
  )
}

type TurnProps = Pick<PagerProps, 'page' | 'onTurn' | 'className'> & {
  icon: LucideIcon
  label: string
  to: number
  last: number
}

function Turn({ icon: Icon, label, to, page, last, onTurn, className }: TurnProps) {
  const impossible = to < 1 || to > last || to === page
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      // Not `disabled`: the last page must not drop the focus.
      aria-disabled={impossible || undefined}
      onClick={() => !impossible && onTurn(to)}
      className={className}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}
