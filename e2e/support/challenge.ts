// Test data for reviews: tasks, proofs with real pictures, and an empty queue.
import sharp from 'sharp'
import { cookieOf, fetchPatiently, type Product, password, requireOk } from './product.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>
export type Task = { id: string; title: string }
export type ShownProof = { id: string; status: string; adminNotes: string | null }

const administrators = new WeakMap<Product, Promise<string>>()

/** One shared session for preparation: logging in is slow on purpose. */
export function administrator(product: Product): Promise<string> {
  const known = administrators.get(product)
  if (known) return known
  const cookie = requireOk(product.post('/api/auth/login', product.admin)).then(cookieOf)
  administrators.set(product, cookie)
  return cookie
}

/** A second reviewer with a permanent password, so that no page asks for one. */
export async function anotherAdministrator(product: Product, firstName: string): Promise<{ email: string }> {
  const person = { email: `${firstName.toLowerCase()}@week.test`, firstName, lastName: 'Lopez' }
  const temporary = 'Temporary-lanes-43'
  await requireOk(product.post('/api/admin/admins', { ...person, password: temporary }, await administrator(product)))
  const cookie = cookieOf(
    await requireOk(product.post('/api/auth/login', { email: person.email, password: temporary })),
  )
  const passwords = { currentPassword: temporary, password, confirmPassword: password }
  await requireOk(send(product, 'PATCH', '/api/auth/password', cookie, passwords))
  return person
}

export async function aTask(product: Product, title: string, pointsReward = 25): Promise<Task> {
  const task = { title, description: 'Run five kilometres together', pointsReward, caloriesBurned: 300 }
  const reply = await requireOk(product.post('/api/tasks', task, await administrator(product)))
  return (await reply.json()) as Task
}

export type SentFile = { name: string; mimeType: string; buffer: Buffer<ArrayBuffer> }

/** Submits six drawings, or the given files. */
export async function aProof(product: Product, company: Company, task: Task, files?: SentFile[]): Promise<ShownProof> {
  const contentUrls: string[] = []
  for (const file of files ?? (await sixDrawings())) contentUrls.push(await upload(product, company, file))
  const contentType = files?.[0]?.mimeType.startsWith('video/') ? 'video' : 'image'
  const proof = { taskId: task.id, companyId: company.id, contentUrls, contentType }
  const reply = await requireOk(product.post('/api/proofs', proof, company.cookie))
  return (await reply.json()) as ShownProof
}

let drawings = 0
/** Each drawing is unique: reviewers see a warning for duplicate photos. */
export const sixDrawings = () =>
  Promise.all(
    Array.from({ length: 6 }, async (): Promise<SentFile> => {
      drawings++
      const shade = (drawings * 31) % 360
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="hsl(${shade} 60% 60%)"/><circle cx="${100 + shade}" cy="240" r="90" fill="#211100"/><rect y="470" width="${drawings % 640}" height="10"/></svg>`
      const name = `run-${shade}.jpg`
      return { name, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(drawing)).jpeg().toBuffer() }
    }),
  )

async function upload(product: Product, company: Company, { name, mimeType, buffer }: SentFile): Promise<string> {
  const wish = { fileName: name, size: buffer.length, contentType: mimeType }
  const reply = await requireOk(product.post('/api/uploads', wish, company.cookie))
  const grant = (await reply.json()) as { url: string; path: string; headers: Record<string, string> }
  await requireOk(fetch(grant.url, { method: 'PUT', body: new Uint8Array(buffer), headers: grant.headers }))
  return grant.path
}

/** Other tests leave proofs behind; a test that counts them starts with none. */
export async function emptyQueue(product: Product) {
  const cookie = await administrator(product)
  for (const { id } of await read<ShownProof[]>(product, '/api/proofs/pending', cookie)) {
    await requireOk(send(product, 'PATCH', `/api/proofs/${id}/review`, cookie, { status: 'rejected' }))
  }
}

/** Other tests leave tasks behind; some have times that sort them first. */
export async function archiveTasks(product: Product) {
  const cookie = await administrator(product)
  for (const { id } of await read<Task[]>(product, '/api/tasks', cookie))
    await requireOk(send(product, 'DELETE', `/api/tasks/${id}`, cookie, {}))
}

export const proofsOf = (product: Product, company: Company) =>
  read<ShownProof[]>(product, `/api/companies/${company.id}/proofs`, company.cookie)

export const pointsOf = async (product: Product, company: Company) =>
  (await read<{ totalPoints: number }>(product, `/api/companies/${company.id}`, company.cookie)).totalPoints

export async function read<T>(product: Product, path: string, cookie: string): Promise<T> {
  return (await requireOk(fetchPatiently(product.url + path, { headers: { cookie } }))).json() as Promise<T>
}

export const send = (product: Product, method: string, path: string, cookie: string, body: unknown) =>
  fetchPatiently(product.url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
