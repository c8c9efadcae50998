import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cn } from './cn.ts'
import { dismissToast, type ShownToast, toastStore } from './toast-store.ts'

/** Once in the app. Both live regions are always there: a region born with its text is often not read out. */
export function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => undefined)
  const urgent = shown?.variant === 'destructive'
  return (
    <section
      aria-label="Notifications"
      data-toasts
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:items-end"
    >
      <div role="status" aria-live="polite" className="contents">
        {shown && !urgent && <Toast key={shown.id} toast={shown} />}
      </div>
      <div role="alert" aria-live="assertive" className="contents">
        {shown && urgent && <Toast key={shown.id} toast={shown} />}
      </div>
    </section>
  )
}

function Toast({ toast }: { toast: ShownToast }) {
  const { id, title, description, variant, duration } = toast
  const [held, setHeld] = useState(false)
  const left = useRef(duration)

  useEffect(() => {
    if (held || !Number.isFinite(left.current)) return
    const since = performance.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [held, id])

  const urgent = variant === 'destructive'
  const Icon = urgent ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the clock while somebody reads or tabs to the button.
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast(id)}
      className={cn(
        'pointer-events-auto flex w-full max-w-sm animate-rise items-start gap-3 rounded-lg border p-4 pr-2 shadow-float',
        urgent
          ? 'border-destructive-solid bg-destructive-solid text-destructive-foreground'
          : 'border-border bg-raised text-foreground',
      )}
    >
      <Icon aria-hidden="true" className={cn('mt-0.5 size-5 shrink-0', !urgent && 'text-success')} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{title}</p>
        {description && <p className={cn('break-words', !urgent && 'text-muted-foreground')}>{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={() => dismissToast(id)}
        className="-my-2 flex size-10 shrink-0 items-center justify-center rounded-md hover:bg-black/10 focus-visible:outline-current pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}
