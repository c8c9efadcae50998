// Written against the types that a client generates from the API's document; openapi.test.ts makes them, compiles and runs this.
import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './api-types.ts'

type Photo = { fileName: string; bytes: Uint8Array<ArrayBuffer> }
type Entry = components['schemas']['LeaderboardEntry']
type Code = components['schemas']['Problem']['code']

/** The company's journey and the reviewer's part in it, with nothing but the document at hand. */
export async function walk(baseUrl: string, administratorCookie: string, photos: Photo[]): Promise<Entry[]> {
  const organiser = clientWith(baseUrl, { cookie: administratorCookie })
  const session = { cookie: '' }
  const company = clientWith(baseUrl, session)

  const email = 'walker@mail.test'
  const password = 'Lanes-and-sun-42'
  const contact = { contactPersonName: 'Ada Lovelace', phone: '+5999 123 4567' }
  const signup = { email, password, confirmPassword: password, companyName: 'Walkers', ...contact }
  need(await company.POST('/api/auth/signup', { body: signup }))
  const login = await company.POST('/api/auth/login', { body: { email, password } })
  need(login)
  session.cookie = login.response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { id: companyId } = need(await company.POST('/api/companies', { body: { name: 'Walkers', email, ...contact } }))

  const steps = { title: 'Ten thousand steps', description: 'Walk them with your team today.', pointsReward: 40 }
  const { id: taskId, createdAt } = need(await organiser.POST('/api/tasks', { body: steps }))
  if (Number.isNaN(new Date(createdAt satisfies string).getTime())) throw new Error(`no time: ${createdAt}`)

  const contentUrls: string[] = []
  for (const { fileName, bytes } of photos) {
    const wish = { fileName, size: bytes.byteLength, contentType: 'image/jpeg', taskId }
    const grant = need(await company.POST('/api/uploads', { body: wish }))
    const sent = await fetch(grant.url, { method: grant.method, headers: grant.headers, body: bytes })
    if (sent.status !== 201) throw new Error(`the upload answered ${sent.status}`)
    contentUrls.push(grant.path)
  }

  const proof = { taskId, companyId, contentUrls, contentType: 'image' as const }
  for (let tries = 1; ; tries++) {
    const { data, error, response } = await company.POST('/api/proofs', { body: proof })
    if (data) break
    const code: Code | undefined = error.code
    if (code !== 'files-preparing' || tries === 60) throw new Error(`the proof was refused: ${code}`)
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 500))
  }

  const query = { limit: 10, sort: 'submittedAt' as const }
  const waiting = need(await organiser.GET('/api/proofs/pending', { params: { query } }))
  for (const { id } of waiting) {
    const decision = { params: { path: { id } }, body: { status: 'approved' as const } }
    need(await organiser.PATCH('/api/proofs/{id}/review', decision))
  }
  return need(await company.GET('/api/leaderboard'))
}

function clientWith(baseUrl: string, session: { cookie: string }) {
  const client = createClient<paths>({ baseUrl })
  const signIn: Middleware = {
    onRequest({ request }) {
      if (session.cookie) request.headers.set('cookie', session.cookie)
      return request
    },
  }
  client.use(signIn)
  return client
}

/** The answer; a refusal is a problem with a sentence. */
function need<Data>({ data, error }: { data?: Data; error?: { message: string } }): Data {
  if (data === undefined) throw new Error(error?.message ?? 'no answer')
  return data
}
