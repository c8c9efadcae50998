import type { ComponentProps } from 'react'
import { cn } from '#client/ui/cn.ts'

const holes = ['top-1.5 left-1.5', 'top-1.5 right-1.5', 'bottom-1.5 left-1.5', 'right-1.5 bottom-1.5']

/** Paper of a start number, white in both themes; the event's colour is visible through its four pin holes. */
export function BibPaper({ className, children, ...props }: ComponentProps<'div'>) {
  return (
    <div {...props} className={cn('relative rounded-md bg-white text-ink-900 ring-1 ring-black/15', className)}>
      {holes.map((place) => (
        <span
          key={place}
          aria-hidden="true"
          className={cn('absolute size-2 rounded-full bg-(--brand) ring-1 ring-black/25', place)}
        />
      ))}
      {children}
    </div>
  )
}
