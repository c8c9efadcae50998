import { useEffect, useSyncExternalStore } from 'react'

export type HelpKey = {
  keys: string[]
  what: string
  /** "1 – 4" instead of "1 4". */
  range?: boolean
  /** True for a single character without a modifier; see `single-keys.ts`. */
  single?: boolean
}
export type HelpKeyGroup = { title?: string; keys: HelpKey[] }

const listeners = new Set<() => void>()
let groups: readonly HelpKeyGroup[] = []

function set(next: readonly HelpKeyGroup[]) {
  groups = next
  for (const listener of listeners) listener()
}

/** Registers this page's keys for Help while mounted. Pass a constant. */
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
