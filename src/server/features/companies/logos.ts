import { fileUrl } from '#contract/files/endpoints.ts'
import * as uploads from '#server/features/files/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Company } from './store.ts'

const pathOf = ({ logoUrl }: Pick<Company, 'logoUrl'>) => logoUrl?.replace(fileUrl(''), '') ?? ''

/** Checks that a new logo is complete, clean and an upload of this company. The present one was checked before. */
export async function prepare(platform: Platform, company: Company, path: string) {
  if (path && path !== pathOf(company)) await uploads.ensurePrepared(platform, company.id, [path]).catch(refuse)
}

/** Claims the upload in the transaction that refers to it. The old file stays until the commit. */
export async function replace(tx: Tx, company: Company, path: string): Promise<{ logoUrl: string | null }> {
  const before = pathOf(company)
  if (path === before) return { logoUrl: company.logoUrl }
  if (path) await uploads.claim(tx, company.id, [path]).catch(refuse)
  if (before) await uploads.forget(tx, [before])
  return { logoUrl: path ? fileUrl(path) : null }
}

/** Call it after the transaction, when nothing refers to the old file. */
export async function removeUnused(platform: Platform, before: Company, after: Company) {
  const path = pathOf(before)
  if (path && path !== pathOf(after)) await uploads.removeForgotten(platform, [path])
}

function refuse(error: unknown): never {
  if (!(error instanceof uploads.UploadRejected)) throw error
  const { fileName, reason } = error
  const sentence = uploads.refusalSentence(fileName ?? 'This image', reason)
  throw new Problem('company-logo', { sentence, fields: { logoUrl: sentence } })
}
