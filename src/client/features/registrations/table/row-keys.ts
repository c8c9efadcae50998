import type { KeyboardEvent } from 'react'

const controls: Record<string, string> = { a: 'approve', x: 'select' }

/** Rejecting has no button in the row; `opener` gets the focus back. */
type OnReject = (attendeeId: string, opener: HTMLElement | null) => void

/**
 * Keys inside a row: arrows move to the same control of the next row, a letter presses a button. They work only while
 * the focus is in a row.
 */
export function pressRowKey(event: KeyboardEvent<HTMLElement>, onReject: OnReject) {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  const row = target.closest<HTMLElement>('tr[data-row]')
  if (!row || target.closest('[role=menu]')) return
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step) {
    // ArrowDown on the menu's button opens the menu.
    if (target.dataset.control === 'more') return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-row]')]
    const next = rows[rows.indexOf(row) + step]
    if (!next) return
    event.preventDefault()
    controlOf(next, target.dataset.control)?.focus()
    next.scrollIntoView({ block: 'nearest' })
    return
  }
  // Ignore key repeat, which would decide the whole list.
  if (event.repeat) return
  if (key.toLowerCase() === 'r') {
    event.preventDefault()
    onReject(row.dataset.row ?? '', controlOf(row, target.dataset.control))
    return
  }
  const control = controls[key.toLowerCase()]
  const button = control && row.querySelector<HTMLElement>(`[data-control=${control}]`)
  if (!button) return
  event.preventDefault()
  button.click()
}

/** The given control of a row, or its name, which every row has. */
export const controlOf = (row: HTMLElement, control: string | undefined) =>
  (control && row.querySelector<HTMLElement>(`[data-control=${control}]`)) ||
  row.querySelector<HTMLElement>('[data-control=name]')
