import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import type { FileToFix } from '#contract/proofs/fixes.ts'
import { sendReopening, sendVerdict, useRefreshAfterReview, type Verdict } from '../queries.ts'

export type Decision = { proof: PendingProof; status: Verdict['status']; until: number }

export const undoLasts = 10_000
/** Note of the reopening. */
export const undoNote = 'Decision undone'

/** Optimistic decisions and undos. */
export function useDecisions() {
  const refresh = useRefreshAfterReview()
  const inOrder = useRequestsInOrder()
  /** Ids of decided proofs, until the server has answered. */
  const [leaving, setLeaving] = useState<readonly string[]>([])
  /** Undone proofs, until the server has answered. */
  const [returning, setReturning] = useState<readonly PendingProof[]>([])
  /** Ids of proofs that were sent back for a fix. */
  const [sentBack, setSentBack] = useState<readonly string[]>([])
  const [decisions, setDecisions] = useState<readonly Decision[]>([])

  useEffect(() => {
    const [first] = decisions
    if (!first) return
    const timer = setTimeout(() => setDecisions((all) => all.slice(1)), Math.max(0, first.until - Date.now()))
    return () => clearTimeout(timer)
  }, [decisions])

  function decide(proof: PendingProof, status: Verdict['status'], adminNotes: string, files?: FileToFix[]) {
    const verdict = { id: proof.id, status, ...(adminNotes ? { adminNotes } : {}), ...(files ? { files } : {}) }
    setLeaving((all) => [...all, proof.id])
    setSentBack((all) => (status === 'fix' ? [...all, proof.id] : without(proof.id)(all)))
    setDecisions((all) => [...all, { proof, status, until: Date.now() + undoLasts }])
    void inOrder(proof.id, () => sendVerdict(verdict))
      .catch((error: unknown) => {
        setDecisions((all) => all.filter((decision) => decision.proof.id !== proof.id))
        toast({
          variant: 'destructive',
          title: 'Failed to submit review',
          description: sentenceOf(error, `${proof.companyName}: ${proof.taskTitle} is back in the queue.`),
        })
      })
      .then(refresh)
      .finally(() => setLeaving(without(proof.id)))
  }

  /** Undoes the last decision and returns its proof. */
  function undo(): PendingProof | undefined {
    const last = decisions.at(-1)
    if (!last) return undefined
    const { proof } = last
    setDecisions((all) => all.filter((decision) => decision !== last))
    setLeaving(without(proof.id))
    setReturning((all) => [...all, proof])
    void inOrder(proof.id, () => sendReopening({ id: proof.id, note: undoNote }))
      .catch((error: unknown) => {
        // The decision never reached the server, so there is nothing to undo.
        if (error instanceof ApiProblem && error.code === 'not-decided') return
        toast({
          variant: 'destructive',
          title: 'Failed to undo',
          description: sentenceOf(error, 'The decision stands.'),
        })
      })
      .then(refresh)
      .finally(() => setReturning((all) => all.filter(({ id }) => id !== proof.id)))
    return proof
  }

  return { leaving, returning, sentBack, decisions, decide, undo }
}

/** Sends requests for one proof sequentially: an undo must not reach the server before its decision. */
function useRequestsInOrder() {
  const last = useRef(new Map<string, Promise<unknown>>())
  return <T>(id: string, send: () => Promise<T>): Promise<T> => {
    const sending = (last.current.get(id) ?? Promise.resolve()).then(send, send)
    last.current.set(id, sending)
    return sending
  }
}

const without = (gone: string) => (all: readonly string[]) => all.filter((id) => id !== gone)
