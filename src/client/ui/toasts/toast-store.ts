type ToastVariant = 'default' | 'destructive'

export interface ToastOptions {
  title: string
  description?: string
  variant?: ToastVariant
  /** Display time in milliseconds; 5000 by default. */
  duration?: number
}

export interface ShownToast extends Required<Omit<ToastOptions, 'description'>> {
  id: number
  description: string | undefined
}

let current: ShownToast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | undefined) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows one toast at a time: a new one replaces the previous. Returns its dismissal. */
export function toast({ title, description, variant = 'default', duration = 5000 }: ToastOptions): () => void {
  lastId += 1
  const id = lastId
  show({ id, title, description, variant, duration })
  return () => dismissToast(id)
}

export function dismissToast(id?: number) {
  if (current && (id === undefined || current.id === id)) show(undefined)
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => current,
}
