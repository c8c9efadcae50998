import { and, eq, ne, or, sql } from 'drizzle-orm'
import { uploads } from '#server/features/files/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { taskProofs } from '../tables.ts'

export type Hashes = { sha256: string | null; pictureSha256: string | null }

const isOneOf = (column: typeof uploads.sha256 | typeof uploads.pictureSha256, hashes: (string | null)[]) =>
  sql`${column} = any(${sql.param(hashes.filter((hash) => hash !== null))}::text[])`

/** Files with one of these hashes in proofs of a company that wait or were approved. */
export async function findInLiveProofs(db: Db, companyId: string, files: Hashes[]) {
  const isSame = or(
    isOneOf(
      uploads.sha256,
      files.map(({ sha256 }) => sha256),
    ),
    isOneOf(
      uploads.pictureSha256,
      files.map(({ pictureSha256 }) => pictureSha256),
    ),
  )
  return db
    .select({
      sha256: uploads.sha256,
      pictureSha256: uploads.pictureSha256,
      taskTitle: tasks.title,
      submittedAt: taskProofs.submittedAt,
    })
    .from(uploads)
    .innerJoin(taskProofs, eq(taskProofs.companyId, uploads.companyId))
    .innerJoin(tasks, eq(tasks.id, taskProofs.taskId))
    .where(
      and(
        eq(uploads.companyId, companyId),
        eq(uploads.state, 'claimed'),
        isSame,
        ne(taskProofs.status, 'rejected'),
        sql`${uploads.path} = any(${taskProofs.contentUrls})`,
      ),
    )
}
