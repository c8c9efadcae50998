import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { useFieldControl } from './field-context.ts'

/** A native select, for the phone's picker; children are option elements. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  const wired = useFieldControl(props)
  return (
    <div className={cn('relative', className)}>
      <select {...wired} className="control h-10 appearance-none pr-10 pointer-coarse:h-11">
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  )
}
