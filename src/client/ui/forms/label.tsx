import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export function Label({ htmlFor, className, children, ...props }: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label {...props} htmlFor={htmlFor} className={cn('text-sm font-semibold text-foreground', className)}>
      {children}
    </label>
  )
}
