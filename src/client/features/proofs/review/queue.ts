import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '#client/platform/api.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { reviewQueue, sendReopening, sendVerdict, useRefreshAfterReview, type Verdict } from '../queries.ts'
import { isWithAnother } from './claim.ts'

export type Decision = { proof: ReviewedProof; status: Verdict['status']; until: number }

export const undoLasts = 10_000
const undoNote = 'Undone by the reviewer within 10 seconds'
const claimsAreCheckedEvery = 30_000

/**
 * The queue as the reviewer sees it: ahead of the server. A decided proof is gone at once, an undone one is back at once, and
 * what the server says replaces both when it arrives.
 */
export function useReviewQueue() {
  const client = useQueryClient()
  const pending = useQuery(reviewQueue)
  const refresh = useRefreshAfterReview()
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const [returning, setReturning] = useState<readonly ReviewedProof[]>([])
  const [decisions, setDecisions] = useState<readonly Decision[]>([])
  /** Somebody else's, as a claim was told; the list says it a moment later. */
  const [taken, setTaken] = useState<readonly string[]>([])
  const [held, hold] = useState<ReviewedProof>()
  const work = useRef(new Map<string, Promise<unknown>>())

  const known = pending.data?.items ?? []
  const queue = [...returning.filter(isMissingIn(known)), ...known]
    .filter(({ id }) => !leaving.includes(id))
    .sort((a, b) => Date.parse(a.submittedAt) - Date.parse(b.submittedAt))
  const free = queue.filter((proof) => !isWithAnother(proof) && !taken.includes(proof.id))
  const fresh = queue.find(({ id }) => id === held?.id)
  const current = fresh ?? held ?? free[0]
  const next = after(current)

  // What somebody looks at must not change under their eyes, whatever arrives.
  useEffect(() => {
    if (!held && current) hold(current)
  }, [held, current])

  useEffect(() => {
    const [first] = decisions
    if (!first) return
    const timer = setTimeout(() => setDecisions((all) => all.slice(1)), Math.max(0, first.until - Date.now()))
    return () => clearTimeout(timer)
  }, [decisions])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server is newer than what a claim told.
  useEffect(() => setTaken([]), [pending.dataUpdatedAt])

  // A claim runs out in silence.
  const someClaimed = queue.length > free.length
  useEffect(() => {
    if (!someClaimed) return
    const timer = setInterval(() => void client.invalidateQueries(reviewQueue), claimsAreCheckedEvery)
    return () => clearInterval(timer)
  }, [someClaimed, client])

  function after(proof: ReviewedProof | undefined, step: 1 | -1 = 1): ReviewedProof | undefined {
    const others = free.filter(({ id }) => id !== proof?.id)
    if (!proof) return others[0]
    const at = Date.parse(proof.submittedAt)
    const later = others.filter(({ submittedAt }) => Date.parse(submittedAt) >= at)
    const earlier = others.filter(({ submittedAt }) => Date.parse(submittedAt) < at)
    return step === 1 ? (later[0] ?? earlier[0]) : (earlier.at(-1) ?? later.at(-1))
  }

  /** One thing after the other per proof, as the server has to hear it. */
  function inTurn<T>(id: string, act: () => Promise<T>): Promise<T> {
    const turn = (work.current.get(id) ?? Promise.resolve()).then(act, act)
    work.current.set(id, turn)
    return turn
  }

  function decide(proof: ReviewedProof, status: Verdict['status'], adminNotes: string) {
    setLeaving((all) => [...all, proof.id])
    setDecisions((all) => [...all, { proof, status, until: Date.now() + undoLasts }])
    hold(after(proof))
    const sending = inTurn(proof.id, () => sendVerdict({ id: proof.id, status, ...(adminNotes ? { adminNotes } : {}) }))
    void sending
      .catch((error: unknown) => {
        setDecisions((all) => all.filter((decision) => decision.proof.id !== proof.id))
        toast({
          variant: 'destructive',
          title: 'Failed to submit review',
          description: sentenceOf(error, `${proof.companyName}: ${proof.taskTitle} waits in the queue again.`),
        })
      })
      .then(refresh)
      .finally(() => setLeaving(without(proof.id)))
  }

  function undo() {
    const last = decisions.at(-1)
    if (!last) return
    const { proof } = last
    setDecisions((all) => all.filter((decision) => decision !== last))
    setLeaving(without(proof.id))
    setReturning((all) => [...all, proof])
    hold(proof)
    void inTurn(proof.id, () => sendReopening({ id: proof.id, note: undoNote }))
      .catch((error: unknown) => {
        // Never decided after all: there is nothing to take back.
        if (error instanceof ApiProblem && error.code === 'not-decided') return
        toast({
          variant: 'destructive',
          title: 'Failed to undo',
          description: sentenceOf(error, 'The decision stands.'),
        })
      })
      .then(refresh)
      .finally(() => setReturning((all) => all.filter(({ id }) => id !== proof.id)))
  }

  const isReturning = returning.some(({ id }) => id === current?.id)
  return {
    pending,
    queue,
    current,
    next,
    afterNext: next && after(next),
    /** Somebody else decided what is on the screen. */
    vanished: Boolean(held && !fresh && pending.data && !isReturning),
    /** Nothing to claim while the server still thinks it is decided. */
    isReturning,
    left:
      (pending.data?.total ?? 0) +
      returning.filter(isMissingIn(known)).length -
      known.filter(({ id }) => leaving.includes(id)).length,
    decisions,
    deciding: leaving.length,
    decide,
    undo,
    move: (step: 1 | -1) => hold(after(current, step) ?? fresh),
    skip: (proof: ReviewedProof) => {
      setTaken((all) => [...all, proof.id])
      hold(after(proof))
    },
  }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>

const without = (gone: string) => (all: readonly string[]) => all.filter((id) => id !== gone)
const isMissingIn = (list: ReviewedProof[]) => (proof: ReviewedProof) => !list.some(({ id }) => id === proof.id)
