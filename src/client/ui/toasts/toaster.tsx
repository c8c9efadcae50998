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
  const [section, isRaised] = useFreeEdge(current, slot)
  const urgent = current?.variant === 'destructive'
  return createPortal(
    <section
      ref={section}
      aria-label="Notifications"
      data-toasts
      onPointerDownCapture={({ target }) => noteToastPress(target)}
      className={slot ? 'contents' : cn(overPage, isRaised ? atTop : atBottom)}
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

const overPage = 'pointer-events-none fixed inset-x-0 z-60 flex flex-col items-center p-4 sm:items-end'
const atTop = 'top-0 pt-[max(1rem,env(safe-area-inset-top))]'
const atBottom = 'bottom-0 pb-[max(1rem,env(safe-area-inset-bottom))]'
const phone = '(max-width: 639px)'

/**
 * A toast over the page is at the top on a phone and at the bottom otherwise. It changes the edge where it would cover
 * the button of a form.
 */
function useFreeEdge(toast: ShownToast | undefined, slot: HTMLElement | undefined) {
  const section = useRef<HTMLElement>(null)
  const [isRaised, setRaised] = useState(false)
  useLayoutEffect(() => {
    const shown = section.current?.querySelector<HTMLElement>('[data-toast]')
    if (!toast || slot || !shown) return
    const choose = () => {
      const edges = matchMedia(phone).matches ? [true, false] : [false, true]
      const free = edges.find((raised) => !coversSubmit(shown, raised))
      setRaised(free ?? edges[0] === true)
    }
    choose()
    // The form may show its own error in the next frame, which moves its button.
    const frame = requestAnimationFrame(choose)
    addEventListener('resize', choose)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', choose)
    }
  }, [toast, slot])
  return [section, isRaised] as const
}

function coversSubmit(shown: HTMLElement, raised: boolean): boolean {
  const { left, right, height } = shown.getBoundingClientRect()
  const margin = 24
  const top = raised ? 0 : innerHeight - height - margin
  const bottom = raised ? height + margin : innerHeight
  return [...document.querySelectorAll('form [type=submit]')].some((button) => {
    const box = button.getBoundingClientRect()
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top
  })
}

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
        'pointer-events-auto flex min-w-0 w-full max-w-sm animate-rise items-start gap-3 rounded-lg border bg-raised p-4 pr-2 text-foreground shadow-float',
        urgent ? 'border-l-8 border-destructive-solid' : 'border-border',
        className,
      )}
    >
      <Icon aria-hidden="true" className={cn('mt-0.5 size-5 shrink-0', urgent ? 'text-destructive' : 'text-success')} />
      <div className="min-w-0 flex-1">
        <p className={cn('font-semibold break-words', urgent && 'text-destructive')}>{title}</p>
        {description && <p className="break-words text-muted-foreground">{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={() => dismissToast(id)}
        className="-my-2 flex size-10 shrink-0 items-center justify-center rounded-md hover:bg-accent pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}
