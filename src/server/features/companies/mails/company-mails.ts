import type { listCompanyMails } from '#contract/companies/mails.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { pageOf, parsePageQuery } from '#server/platform/http/paging.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readDetails } from '../service.ts'
import * as store from './store.ts'

/** Lists the emails to a company's contact address and to its sign-in address. */
export async function listMails(platform: Platform, id: string, query: QueryOf<typeof listCompanyMails>) {
  const { email, loginEmail } = await readDetails(platform, id)
  const pageQuery = parsePageQuery(query)
  const addresses = [...new Set([email, loginEmail])]
  return pageOf(pageQuery, await store.listMailsTo(platform.db, addresses, pageQuery), (rows) => rows)
}
