import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cn } from '../cn.ts'
import { afterTime, longestPause, type ToastClock, timeUntilGone } from './toast-clock.ts'
import { noteToastPress, useToastSlot } from './toast-slot.tsx'
import { dismissToast, type ShownToast, toastStore } from './toast-store.ts'

/** Once in the app. Both live regions are always rendered: a region added with its text is often not announced. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.current, () => undefined)
  const slot = useToastSlot()
  const [home] = useState(() => document.createElement('div'))
  // Move the element instead of recreating it, so that its text is announced once.
  useLayoutEffect(() => {
    home.className = 'contents'
    const place = slot ?? document.body
    place.append(home)
  }, [home, slot])
  const urgent = current?.variant === 'destructive'
  return createPortal(
    <section
      aria-label="Notifications"
      data-toasts
      onPointerDownCapture={({ target }) => noteToastPress(target)}
      className={slot ? 'contents' : overPage}
    >
      <div role="status" aria-live="polite" className="contents">
        {current && !urgent && <Toast key={current.id} toast={current} className={slot && inSlot} />}
      </div>
      <div role="alert" aria-live="assertive" className="contents">
        {current && urgent && <Toast key={current.id} toast={current} className={slot && inSlot} />}
      </div>
    </section>,
    home,
  )
}

// At the top on a phone, away from the buttons of forms.
const overPage =
  'pointer-events-none fixed inset-x-0 top-0 z-60 flex flex-col items-center p-4 pt-[max(1rem,env(safe-area-inset-top))] sm:top-auto sm:bottom-0 sm:items-end'

const inSlot = 'm-3'

function Toast({ toast, className }: { toast: ShownToast; className: string | undefined }) {
  const { id, title, description, variant, duration } = toast
  const [paused, setPaused] = useState(false)
  const clock = useRef<ToastClock>({ left: duration, pause: longestPause })

  useEffect(() => {
    if (!Number.isFinite(clock.current.left)) return
    const since = performance.now()
    const timer = setTimeout(() => dismissToast(id), timeUntilGone(clock.current, paused))
    return () => {
      clearTimeout(timer)
      clock.current = afterTime(clock.current, paused, performance.now() - since)
    }
  }, [paused, id])

  const urgent = variant === 'destructive'
  const Icon = urgent ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the clock while somebody reads or tabs to the button.
    <div
      data-toast
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast(id)}
      className={cn(
        'pointer-events-auto flex min-w-0 w-full max-w-sm animate-rise items-start gap-3 rounded-lg border p-4 pr-2 shadow-float',
        urgent
          ? 'border-destructive-solid bg-destructive-solid text-destructive-foreground'
          : 'border-border bg-raised text-foreground',
        className,
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
