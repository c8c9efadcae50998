// What a test about reviewing needs before anybody looks: tasks, proofs with real pictures, and a quiet queue.
import sharp from 'sharp'
import { type Product, password } from './product.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>
export type Task = { id: string; title: string }
export type ShownProof = { id: string; status: string; adminNotes: string | null }

export async function administrator(product: Product): Promise<string> {
  const reply = await product.post('/api/auth/login', product.admin)
  return cookieOf(reply)
}

/** A second reviewer, with a password of their own, so that nothing asks for one. */
export async function anotherAdministrator(product: Product, firstName: string): Promise<{ email: string }> {
  const person = { email: `${firstName.toLowerCase()}@week.test`, firstName, lastName: 'Lopez' }
  const temporary = 'Temporary-lanes-43'
  await product.post('/api/admin/admins', { ...person, password: temporary }, await administrator(product))
  const cookie = cookieOf(await product.post('/api/auth/login', { email: person.email, password: temporary }))
  await send(product, 'PATCH', '/api/auth/password', cookie, {
    currentPassword: temporary,
    password,
    confirmPassword: password,
  })
  return person
}

export async function aTask(product: Product, title: string, pointsReward = 25): Promise<Task> {
  const task = { title, description: 'Run five kilometres together', pointsReward, caloriesBurned: 300 }
  const reply = await product.post('/api/tasks', task, await administrator(product))
  return (await reply.json()) as Task
}

export async function aProof(product: Product, company: Company, task: Task): Promise<ShownProof> {
  const contentUrls: string[] = []
  for (let number = 0; number < 6; number++) contentUrls.push(await anUpload(product, company))
  const proof = { taskId: task.id, companyId: company.id, contentUrls, contentType: 'image' }
  const reply = await product.post('/api/proofs', proof, company.cookie)
  if (reply.status !== 201) throw new Error(`no proof: ${await reply.text()}`)
  return (await reply.json()) as ShownProof
}

let shade = 0
async function anUpload(product: Product, company: Company): Promise<string> {
  shade = (shade + 31) % 360
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="hsl(${shade} 60% 60%)"/><circle cx="${100 + shade}" cy="240" r="90" fill="#211100"/></svg>`
  const bytes = await sharp(Buffer.from(drawing)).jpeg().toBuffer()
  const wish = { fileName: `run-${shade}.jpg`, size: bytes.length, contentType: 'image/jpeg' }
  const grant = (await (await product.post('/api/uploads', wish, company.cookie)).json()) as {
    url: string
    path: string
    headers: Record<string, string>
  }
  const sent = await fetch(grant.url, { method: 'PUT', body: new Uint8Array(bytes), headers: grant.headers })
  if (sent.status !== 201) throw new Error(`no upload: ${await sent.text()}`)
  return grant.path
}

/** Other tests leave proofs behind; whoever counts begins with none. */
export async function emptyQueue(product: Product) {
  const cookie = await administrator(product)
  for (const { id } of await read<ShownProof[]>(product, '/api/proofs/pending', cookie)) {
    await send(product, 'PATCH', `/api/proofs/${id}/review`, cookie, { status: 'rejected' })
  }
}

export const proofsOf = (product: Product, company: Company) =>
  read<ShownProof[]>(product, `/api/companies/${company.id}/proofs`, company.cookie)

export const pointsOf = async (product: Product, company: Company) =>
  (await read<{ totalPoints: number }>(product, `/api/companies/${company.id}`, company.cookie)).totalPoints

export async function read<T>(product: Product, path: string, cookie: string): Promise<T> {
  return (await fetch(product.url + path, { headers: { cookie } })).json() as Promise<T>
}

export const send = (product: Product, method: string, path: string, cookie: string, body: unknown) =>
  fetch(product.url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })

const cookieOf = (reply: Response) => reply.headers.get('set-cookie')?.split(';')[0] ?? ''
