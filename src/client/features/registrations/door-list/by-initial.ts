import type { ReplyOf } from '#client/platform/requests/api.ts'
import type { readDoorList } from '#contract/registrations/endpoints.ts'

export type DoorListEntry = ReplyOf<typeof readDoorList>[number]

// Alphabetical for readers, independent of the database's collation.
const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true, ignorePunctuation: true })

/** Groups by initial of the last name; accented letters join their base letter. */
export function byInitial(entries: DoorListEntry[]): { initial: string; entries: DoorListEntry[] }[] {
  const groups = new Map<string, DoorListEntry[]>()
  const sorted = entries.toSorted(
    (one, other) => alphabet.compare(one.lastName, other.lastName) || alphabet.compare(one.firstName, other.firstName),
  )
  for (const entry of sorted) {
    const initial = initialOf(entry.lastName)
    const group = groups.get(initial)
    if (group) group.push(entry)
    else groups.set(initial, [entry])
  }
  return [...groups].map(([initial, group]) => ({ initial, entries: group }))
}

function initialOf(name: string): string {
  const first = [...name.trim().normalize('NFD')].find((character) => /\p{L}/u.test(character))
  return first?.toUpperCase() ?? '#'
}
