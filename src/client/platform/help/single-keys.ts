import { useSyncExternalStore } from 'react'

/**
 * Setting for single-character shortcuts. Speech input and unsteady hands press them by accident, so WCAG 2.1.4
 * requires a switch. Arrow keys, Enter, Space and Escape are exempt.
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

// Only other tabs fire this event; a null key means that the storage was cleared.
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) set(readStored())
})

export const areSingleKeysOn = () => enabled

export function setSingleKeys(on: boolean) {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts for this page.
  }
  set(on)
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areSingleKeysOn)
}
