import { and, asc, eq, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { companies } from '#server/features/companies/tables.ts'
import { uploads } from '#server/features/files/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Db } from '#server/platform/database/client.ts'
import { placeholder, prepareQuery } from '#server/platform/database/prepared.ts'
import { taskProofs } from '../tables.ts'

export type Hashes = { sha256: string | null; pictureSha256: string | null }

const isOneOf = (column: typeof uploads.sha256 | typeof uploads.pictureSha256, hashes: (string | null)[]) =>
  sql`${column} = any(${sql.param(hashes.filter((hash) => hash !== null))}::text[])`

/** Finds files with these hashes in the company's pending and approved proofs. */
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

const mine = alias(uploads, 'mine')
/** Limits the matches per photo; a reviewer needs no more. */
const mostForFile = 3

const othersWithQuery = prepareQuery('proofs-with-same-photos', (db) => {
  const isPartOf = (path: typeof uploads.path | typeof mine.path) => sql`${path} = any(${taskProofs.contentUrls})`
  const other = db
    .select({
      otherPath: uploads.path,
      proofId: taskProofs.id,
      status: taskProofs.status,
      fixDueAt: taskProofs.fixDueAt,
      submittedAt: taskProofs.submittedAt,
      taskTitle: tasks.title,
      companyName: companies.name,
    })
    .from(uploads)
    .innerJoin(taskProofs, eq(taskProofs.companyId, uploads.companyId))
    .innerJoin(tasks, eq(tasks.id, taskProofs.taskId))
    .innerJoin(companies, eq(companies.id, taskProofs.companyId))
    .where(
      and(
        or(eq(uploads.sha256, mine.sha256), eq(uploads.pictureSha256, mine.pictureSha256)),
        eq(uploads.state, 'claimed'),
        ne(uploads.path, mine.path),
        isPartOf(uploads.path),
        not(isPartOf(mine.path)),
        // A company may reuse photos of its rejected proofs.
        or(ne(uploads.companyId, mine.companyId), ne(taskProofs.status, 'rejected')),
      ),
    )
    .orderBy(asc(taskProofs.submittedAt), asc(taskProofs.id))
    .limit(mostForFile)
    .as('other')
  return db
    .select({
      path: mine.path,
      otherPath: other.otherPath,
      proofId: other.proofId,
      status: other.status,
      fixDueAt: other.fixDueAt,
      submittedAt: other.submittedAt,
      taskTitle: other.taskTitle,
      companyName: other.companyName,
    })
    .from(mine)
    .innerJoinLateral(other, sql`true`)
    .where(sql`${mine.path} = any(${placeholder('paths')}::text[])`)
    .orderBy(asc(other.submittedAt), asc(other.proofId))
})

/** Finds other proofs with the same files, for each file the earliest proofs. */
export const findOthersWith = (db: Db, paths: string[]) => othersWithQuery(db, { paths })
