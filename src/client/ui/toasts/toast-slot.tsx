import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** Mounted toast slots, topmost last. Without one the toast covers the page. */
let slots: HTMLElement[] = []
const listeners = new Set<() => void>()

function setSlots(next: HTMLElement[]) {
  slots = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useToastSlot = () =>
  useSyncExternalStore(
    subscribe,
    () => slots.at(-1),
    () => undefined,
  )

interface ToastSlotProps {
  /** False while the owning overlay is closing. */
  active?: boolean
  className?: string
}

/** Slot for toasts beside buttons that a toast over the page would cover. */
export function ToastSlot({ active = true, className }: ToastSlotProps) {
  const slot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = slot.current
    if (!active || !element) return
    setSlots([...slots, element])
    return () => setSlots(slots.filter((other) => other !== element))
  }, [active])
  return <div ref={slot} className={className} />
}

/** Above a bar of buttons, over the scrolling content; beside them on a low screen. */
export const aboveBar = 'pointer-events-none absolute inset-x-0 bottom-full flex justify-center short:static'

const pressed = new WeakSet<EventTarget>()

/** Called at the start of a press, because the toast may be gone at its end. */
export const noteToastPress = (target: EventTarget) => pressed.add(target)

/** True for a press or focus on a toast, which must not close the dialog below. */
export const isOnToast = (target: EventTarget | null) =>
  target instanceof Element && (pressed.has(target) || target.closest('[data-toasts]') !== null)
