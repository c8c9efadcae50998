import { useState } from 'react'
import type { Registration } from '#contract/registrations/endpoints.ts'

type Chosen = ReadonlyMap<string, Registration>
const nobody: Chosen = new Map()

/**
 * Selected attendees over all pages of a search. Another search or filter resets it, so that no unseen attendee is
 * included.
 */
export function useSelection(scope: string) {
  const [kept, setKept] = useState({ scope, chosen: nobody })
  const chosen = kept.scope === scope ? kept.chosen : nobody

  function choose(attendees: Registration[], selected: boolean) {
    const next = new Map(chosen)
    for (const attendee of attendees) {
      if (selected) next.set(attendee.id, attendee)
      else next.delete(attendee.id)
    }
    setKept({ scope, chosen: next })
  }

  return { chosen, choose, clear: () => setKept({ scope, chosen: nobody }) }
}

/** Current rows of the selected attendees, some of which may be decided by now. */
export function asListed(chosen: Chosen, rows: Registration[]): Registration[] {
  const now = new Map(rows.map((row) => [row.id, row]))
  return [...chosen.values()].map((attendee) => now.get(attendee.id) ?? attendee)
}

const mostInOneCall = 1_000

interface Tally {
  decided: number
  left: number
  withoutPlace: number
}

/** Sends sequential batches of at most a thousand; completed batches stay, and the result reports them. */
export async function decideInChunks(
  ids: string[],
  decide: (ids: string[]) => Promise<Tally>,
  onProgress: (done: number) => void,
): Promise<Tally & { error?: unknown }> {
  const tally = { decided: 0, left: 0, withoutPlace: 0 }
  for (let from = 0; from < ids.length; from += mostInOneCall) {
    try {
      const { decided, left, withoutPlace } = await decide(ids.slice(from, from + mostInOneCall))
      tally.decided += decided
      tally.left += left
      tally.withoutPlace += withoutPlace
    } catch (error) {
      return { ...tally, error }
    }
    onProgress(Math.min(ids.length, from + mostInOneCall))
  }
  return tally
}
