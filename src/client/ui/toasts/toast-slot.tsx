import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** Places that take the toast while they are shown, the topmost last. Without one it lies over the page. */
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
  /** False while what it belongs to is closing. */
  active?: boolean
  className?: string
}

/** For whatever has buttons that a toast over the page would cover: a place of its own for it, beside them. */
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

/** Just above a bar of buttons, over what scrolls there; in line with them where the screen is too low for that. */
export const aboveBar = 'pointer-events-none absolute inset-x-0 bottom-full flex justify-center short:static'

const pressed = new WeakSet<EventTarget>()

/** Called when a press begins: a toast may be gone before the press is judged. */
export const noteToastPress = (target: EventTarget) => pressed.add(target)

/** A press on a toast or the focus on it is no wish to leave the dialog below. */
export const isOnToast = (target: EventTarget | null) =>
  target instanceof Element && (pressed.has(target) || target.closest('[data-toasts]') !== null)
