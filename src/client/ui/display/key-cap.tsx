import { cn } from '../cn.ts'

/** A drawn key. Visual only: the control beside it has `aria-keyshortcuts`. */
export function KeyCap({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-current/40 px-1 font-sans text-xs font-semibold pointer-coarse:hidden',
        className,
      )}
    >
      {children}
    </span>
  )
}
