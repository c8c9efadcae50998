import type { SearchEntry } from './entries.ts'

const mostRecent = 5

// Memory only: names of people must not stay on the device.
let recent: { userId: string; entries: SearchEntry[] } | undefined

export const recentEntries = (userId: string): SearchEntry[] => (recent?.userId === userId ? recent.entries : [])

export function rememberEntry(userId: string, entry: SearchEntry) {
  const others = recentEntries(userId).filter(({ key }) => key !== entry.key)
  recent = { userId, entries: [entry, ...others].slice(0, mostRecent) }
}
