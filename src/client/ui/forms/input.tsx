import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { useFieldControl } from './field-context.ts'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  const wired = useFieldControl(props)
  return <input type="text" {...wired} className={cn('control h-10 pointer-coarse:h-11', className)} />
}
