import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'
import { FieldContext } from './field-context.ts'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  optional?: boolean
  hideLabel?: boolean
  id?: string
  className?: string
  children: ReactNode
}

export function Field({
  label,
  hint,
  error,
  required = false,
  optional,
  hideLabel,
  id,
  className,
  children,
}: FieldProps) {
  const generated = useId()
  const control = id ?? generated
  const hintId = `${control}-hint`
  const errorId = `${control}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined

  return (
    <FieldContext value={{ id: control, describedBy, invalid: Boolean(error), required }}>
      <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
        <div className={cn('flex items-baseline justify-between gap-2', hideLabel && 'sr-only')}>
          <label htmlFor={control} className="text-sm font-semibold text-foreground">
            {label}
          </label>
          {optional && (
            <span aria-hidden="true" className="text-sm text-muted-foreground">
              Optional
            </span>
          )}
        </div>
        {children}
        {hint && (
          <p id={hintId} className="text-sm text-muted-foreground">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} className="flex items-start gap-1.5 text-sm font-medium text-destructive">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  )
}
