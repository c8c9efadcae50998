import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { useFieldControl } from './field-context.ts'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  const wired = useFieldControl(props)
  return <textarea rows={4} {...wired} className={cn('control field-sizing-content min-h-24 py-2', className)} />
}
