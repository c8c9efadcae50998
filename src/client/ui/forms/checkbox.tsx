import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../cn.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
}

export function Checkbox({ label, hint, className, ...props }: CheckboxProps) {
  const hintId = useId()
  return (
    <label className={cn('flex min-h-6 items-start gap-3 pointer-coarse:min-h-11 pointer-coarse:py-2.5', className)}>
      <span className="relative mt-0.5 size-5 shrink-0">
        <input
          aria-describedby={hint ? hintId : undefined}
          {...props}
          type="checkbox"
          className="peer size-5 appearance-none rounded-sm border border-control bg-raised transition-colors checked:border-primary checked:bg-primary disabled:opacity-50"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto size-4 text-primary-foreground opacity-0 peer-checked:opacity-100"
        />
      </span>
      <ControlText label={label} hint={hint} hintId={hintId} />
    </label>
  )
}

export function Switch({ label, hint, className, ...props }: CheckboxProps) {
  const hintId = useId()
  return (
    <label className={cn('flex min-h-6 items-start gap-3 pointer-coarse:min-h-11 pointer-coarse:py-2.5', className)}>
      <span className="relative inline-flex h-6 w-11 shrink-0">
        <input
          aria-describedby={hint ? hintId : undefined}
          {...props}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state, aria-checked would only repeat it.
          role="switch"
          className="peer h-6 w-11 appearance-none rounded-full border border-control bg-sunken transition-colors checked:border-primary checked:bg-primary disabled:opacity-50"
        />
        <span className="switch-thumb" />
      </span>
      <ControlText label={label} hint={hint} hintId={hintId} />
    </label>
  )
}

function ControlText({ label, hint, hintId }: { label: ReactNode; hint?: ReactNode; hintId: string }) {
  return (
    <span className="flex flex-col">
      <span className="font-medium">{label}</span>
      {hint && (
        <span id={hintId} className="text-sm text-muted-foreground">
          {hint}
        </span>
      )}
    </span>
  )
}
