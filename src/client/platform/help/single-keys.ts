import { useSyncExternalStore } from 'react'

/**
 * Letters and digits that act without Ctrl or Alt. Speech input and unsteady hands press them by accident, so everyone can switch them off
 * (WCAG 2.1.4). Arrow keys, Enter, Space and Escape are not among them.
 */
const key = 'single-key-shortcuts'
const listeners = new Set<() => void>()
let enabled = readStored()

function readStored(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function set(next: boolean) {
  enabled = next
  for (const listener of listeners) listener()
}

// Fired by other tabs only; a null key means the whole storage was cleared.
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) set(readStored())
})

export const areSingleKeysOn = () => enabled

export function setSingleKeys(on: boolean) {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
  set(on)
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areSingleKeysOn)
}
