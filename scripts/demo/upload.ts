import type { Grant } from '../../src/contract/files/endpoints.ts'
import { prepareNext } from '../../src/server/features/files/preparing/prepare.ts'
import { companies } from './content.ts'
import { drawLogo } from './pictures.ts'
import type { Company, Played, Stage } from './stage.ts'

type File = {
  company: Pick<Company, 'call'>
  purpose: 'proof' | 'logo'
  fileName: string
  bytes: Buffer
  /** For a draft: its task, and the position there. */
  draft?: { taskId: string; position: number }
}

/** Uploads the logo of every company but two. */
export async function uploadLogo(stage: Stage, played: Played, nth: number) {
  if (nth % 11 === 6) return
  const company = played.companies.get(nth) as Company
  const bytes = await drawLogo(nth, companies[nth]?.colour ?? '#211100')
  const logoUrl = await upload(stage, { company, purpose: 'logo', fileName: 'logo.png', bytes })
  await company.call('PATCH', `/api/companies/${company.id}`, { logoUrl })
}

/** Uses the API like a browser: requests a grant, sends the bytes. */
export async function upload(
  { product }: Pick<Stage, 'product'>,
  { company, purpose, fileName, bytes, draft }: File,
): Promise<string> {
  const contentType = fileName.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const { body } = await company.call('POST', '/api/uploads', {
    fileName,
    size: bytes.length,
    contentType,
    purpose,
    ...draft,
  })
  return sendBytes(product, body as unknown as Grant, bytes)
}

/** Sends the bytes of a granted file and prepares it; returns its path. */
export async function sendBytes(
  product: Stage['product'],
  { path, headers, url: granted }: Grant,
  bytes: Buffer,
): Promise<string> {
  // The grant has the public address; here the product listens elsewhere.
  const url = new URL(granted)
  const reply = await fetch(`${product.base}${url.pathname}${url.search}`, {
    method: 'PUT',
    headers,
    body: new Uint8Array(bytes),
  })
  if (!reply.ok) throw new Error(`a photo was not taken in: ${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
  await prepareNext(product.platform, path)
  return path
}
