import { inArray, sql } from 'drizzle-orm'
import type { CompanyMail } from '#contract/companies/mails.ts'
import type { Db } from '#server/platform/database/client.ts'
import { type PageQuery, positionIn } from '#server/platform/database/keyset.ts'
import { listPage } from '#server/platform/database/list-page.ts'
import { outbox } from '#server/platform/mail/tables.ts'

const newestFirst = { by: [outbox.createdAt, outbox.id], descending: true }

/** Without the content, which has one-time links. */
export async function listMailsTo(db: Db, addresses: string[], query: PageQuery) {
  const rows = db
    .select({
      id: outbox.id,
      to: outbox.toAddress,
      subject: outbox.subject,
      state: sql<CompanyMail['state']>`case when ${outbox.state} = 'queued' and ${outbox.heldAt} is not null
        then 'held' else ${outbox.state} end`,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
      error: outbox.lastError,
      position: positionIn(newestFirst),
    })
    .from(outbox)
    .$dynamic()
  return listPage(db, rows, { from: outbox, where: inArray(outbox.toAddress, addresses), order: newestFirst }, query)
}
