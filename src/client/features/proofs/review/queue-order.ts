import type { PendingProof } from '#contract/proofs/endpoints.ts'

type Place = Pick<PendingProof, 'id' | 'submittedAt'>

const timeOf = ({ submittedAt }: Place) => Date.parse(submittedAt)

/** What the server knows with what was decided and undone here, the oldest first. */
export function mergeQueue(
  known: readonly PendingProof[],
  returning: readonly PendingProof[],
  leaving: readonly string[],
): PendingProof[] {
  return [...returning.filter(isMissingIn(known)), ...known]
    .filter(({ id }) => !leaving.includes(id))
    .sort((a, b) => timeOf(a) - timeOf(b))
}

/** How many wait in all, the ones behind the page that is known included. */
export function countWaiting(
  total: number,
  known: readonly PendingProof[],
  returning: readonly PendingProof[],
  leaving: readonly string[],
): number {
  const added = returning.filter(isMissingIn(known)).length
  const removed = known.filter(({ id }) => leaving.includes(id)).length
  return total + added - removed
}

/**
 * How many were decided, of which the server has counted `counted`. What its queue shows already is counted there too; what was
 * sent back for a fix is decided later.
 */
export function countDecided(
  counted: number,
  known: readonly PendingProof[],
  returning: readonly PendingProof[],
  leaving: readonly string[],
  sentBack: readonly string[],
): number {
  const isDecision = ({ id }: PendingProof) => !sentBack.includes(id)
  const added = known.filter(({ id }) => leaving.includes(id)).filter(isDecision).length
  const removed = returning.filter(isMissingIn(known)).filter(isDecision).length
  return Math.max(0, counted + added - removed)
}

/** The one after it, or before it; around the end. `proofs` are ordered and need not contain it. */
export function neighbourOf(
  proofs: readonly PendingProof[],
  proof: Place | undefined,
  step: 1 | -1 = 1,
): PendingProof | undefined {
  const others = proofs.filter(({ id }) => id !== proof?.id)
  if (!proof) return others[0]
  const later = others.filter((other) => timeOf(other) >= timeOf(proof))
  const earlier = others.filter((other) => timeOf(other) < timeOf(proof))
  return step === 1 ? (later[0] ?? earlier[0]) : (earlier.at(-1) ?? later.at(-1))
}

const isMissingIn = (list: readonly PendingProof[]) => (proof: PendingProof) => !list.some(({ id }) => id === proof.id)
