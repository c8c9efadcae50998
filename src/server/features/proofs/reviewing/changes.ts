import type { Tx } from '#server/platform/database/client.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { LockedProof } from './decision-store.ts'

/** Describes the proof for the audit log. */
export const auditSubject = ({ proof, companyName, taskTitle }: LockedProof) => ({
  subject: `${companyName}: ${taskTitle}`,
  subjectId: proof.id,
})

/** Refreshes the screens of administrators and of the company after the proof's state changed. */
export async function publishChanges(tx: Tx, { proof, ownerId }: LockedProof) {
  await publish(tx, 'administrators', 'proofs', 'companies')
  if (ownerId) await publish(tx, { user: ownerId }, `companies/${proof.companyId}`)
}
