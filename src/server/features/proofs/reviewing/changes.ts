import type { Tx } from '#server/platform/database/client.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { LockedProof } from './decision-store.ts'

/** The proof in the log of administrators. */
export const about = ({ proof, companyName, taskTitle }: LockedProof) => ({
  subject: `${companyName}: ${taskTitle}`,
  subjectId: proof.id,
})

/** Tells the screens of administrators and of the company that the state of a proof is another. */
export async function publishChanges(tx: Tx, { proof, ownerId }: LockedProof) {
  await publish(tx, 'administrators', 'proofs', 'companies')
  if (ownerId) await publish(tx, { user: ownerId }, `companies/${proof.companyId}`)
}
