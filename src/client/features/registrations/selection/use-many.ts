import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type { Registration } from '#contract/registrations/endpoints.ts'
import { countOf, people } from '../attendee-labels.ts'
import { type Decision, decideAll, decisionFailure, refresh } from '../queries.ts'
import { decideInChunks } from './selection.ts'

/** Bulk decision on the selected attendees that are pending. */
export function useMany(eventId: string) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; of: number }>()

  /** Resolves to true if every batch succeeded. */
  async function decide(attendees: Registration[], decision: Decision): Promise<boolean> {
    const pending = attendees.filter(({ status }) => status === 'pending')
    const ids = pending.map(({ id }) => id)
    setProgress({ done: 0, of: ids.length })
    const { decided, left, withoutPlace, error } = await decideInChunks(
      ids,
      (chunk) => decideAll(eventId, chunk, decision),
      (done) => setProgress({ done, of: ids.length }),
    )
    void refresh(client, eventId)
    setProgress(undefined)
    const words = `${people(decided)} ${decision.status}.`
    const untouched = left - withoutPlace + attendees.length - pending.length
    if (error === undefined) {
      const sentences = [words, untouched && leftAlone(untouched), withoutPlace && noPlaceFor(withoutPlace)]
      toast({ title: 'Status Updated', description: sentences.filter(Boolean).join(' ') })
      return true
    }
    const { title, description } = decisionFailure(error)
    const stopped = `${words} Then it stopped: ${sentenceOf(error, 'Failed to update attendee status')}`
    toast({ variant: 'destructive', title, description: decided === 0 ? description : stopped })
    return false
  }

  return { progress, decide }
}

const noPlaceFor = (amount: number) =>
  `${amount === 1 ? 'One was' : `${countOf(amount)} were`} not approved: all places are taken or offered.`

const leftAlone = (amount: number) =>
  amount === 1
    ? 'One was already decided and was not changed.'
    : `${countOf(amount)} were already decided and were not changed.`
