import sharp from 'sharp'
import { tasks } from '#server/features/tasks/tables.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Caller } from '#server/testing.ts'
import { pointEntries, taskProofs } from './tables.ts'
import { verify } from './verify.ts'

type Server = Pick<Platform, 'db' | 'clock'>

let shade = 0

/** A small picture unlike those before it. */
export function aPicture(): Promise<Buffer> {
  shade++
  const background = { r: shade % 256, g: (shade >> 8) % 256, b: 120 }
  return sharp({ create: { width: 32, height: 24, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

type Wish = { fileName?: string; contentType?: string; size?: number; purpose?: 'proof' | 'logo' }

export const askForGrant = (company: Caller, bytes: Buffer, wish: Wish = {}) =>
  company('POST', '/api/uploads', {
    fileName: 'run.jpg',
    size: bytes.length,
    contentType: 'image/jpeg',
    ...wish,
  })

export async function send(grant: { url: string; headers: Record<string, string> }, bytes: Buffer) {
  const reply = await fetch(grant.url, { method: 'PUT', body: new Uint8Array(bytes), headers: grant.headers })
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}

/** Uploads one file and gives back its path. */
export async function uploaded(company: Caller, bytes?: Buffer, wish?: Wish): Promise<string> {
  const sent = bytes ?? (await aPicture())
  const grant = await askForGrant(company, sent, wish)
  if (grant.status !== 201) throw new Error(`grant failed: ${grant.text}`)
  const { status, body } = await send(grant.body, sent)
  if (status !== 201) throw new Error(`upload failed: ${body.message}`)
  return grant.body.path
}

export async function sixPictures(company: Caller): Promise<string[]> {
  const paths: string[] = []
  for (let n = 0; n < 6; n++) paths.push(await uploaded(company))
  return paths
}

/** Tasks that are worth 1, 2, 3 … points and ten times as many calories. */
export async function someTasks({ db, clock }: Server, count: number): Promise<string[]> {
  const now = clock.now()
  const rows = Array.from({ length: count }, (_, n) => ({
    title: `Task ${n + 1}`,
    description: 'Run five kilometres together',
    pointsReward: n + 1,
    caloriesBurned: (n + 1) * 10,
    date: now,
    createdAt: now,
  }))
  return (await db.insert(tasks).values(rows).returning()).map(({ id }) => id)
}

/** A proof that waits for each task, without the work of uploading for it. */
export async function waitingProofs({ db, clock }: Server, companyId: string, taskIds: string[]): Promise<string[]> {
  const rows = taskIds.map((taskId) => ({
    taskId,
    companyId,
    contentUrls: Array.from({ length: 6 }, (_, n) => `proofs/${String(n).repeat(32)}.jpg`),
    contentType: 'image' as const,
    noticeVersion: 'test',
    submittedAt: clock.now(),
  }))
  return (await db.insert(taskProofs).values(rows).returning()).map(({ id }) => id)
}

/** The lines of the ledger in their order, and where the totals disagree with them. */
export async function ledger({ db }: Pick<Server, 'db'>) {
  const lines = await db.select().from(pointEntries).orderBy(pointEntries.id)
  return { kinds: lines.map(({ kind }) => kind), lines, differences: (await verify({ db })).differences }
}
