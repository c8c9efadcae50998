import { useEffect, useSyncExternalStore } from 'react'

export type HelpKey = {
  keys: string[]
  what: string
  /** "1 – 4" instead of "1 4". */
  range?: boolean
  /** A letter, digit or sign that acts by itself; see `single-keys.ts`. */
  single?: boolean
}
export type HelpKeyGroup = { title?: string; keys: HelpKey[] }

const listeners = new Set<() => void>()
let groups: readonly HelpKeyGroup[] = []

function set(next: readonly HelpKeyGroup[]) {
  groups = next
  for (const listener of listeners) listener()
}

/** Tells the Help of the shell which keys this page has, for as long as it is shown. Give it a constant. */
export function useHelpKeys(group: HelpKeyGroup) {
  useEffect(() => {
    set([...groups, group])
    return () => set(groups.filter((other) => other !== group))
  }, [group])
}

export function useHelpKeyGroups(): readonly HelpKeyGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => groups,
  )
}
