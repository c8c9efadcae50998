import type { PendingProof } from '#contract/proofs/endpoints.ts'

type Place = Pick<PendingProof, 'id' | 'submittedAt'>

const timeOf = ({ submittedAt }: Place) => Date.parse(submittedAt)

/** Merges the server's queue with optimistic decisions and undos, oldest first. */
export function mergeQueue(
  known: readonly PendingProof[],
  returning: readonly PendingProof[],
  leaving: readonly string[],
): PendingProof[] {
  return [...returning.filter(isMissingIn(known)), ...known]
    .filter(({ id }) => !leaving.includes(id))
    .sort((a, b) => timeOf(a) - timeOf(b))
}

/** Number of waiting proofs, including those beyond the fetched page. */
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
 * Number of decisions, given that the server counted `counted`. Undos that its queue already has are in that count;
 * proofs sent back are no decisions yet.
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

/** The next or the previous proof, cyclic. `proofs` are ordered and need not contain it. */
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
