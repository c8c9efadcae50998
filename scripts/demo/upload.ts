import type { Grant } from '../../src/contract/files/endpoints.ts'
import { prepareNext } from '../../src/server/features/files/preparing/prepare.ts'
import { companies, tasks } from './content.ts'
import { localTime } from './moments.ts'
import type { PictureRequest } from './pictures/drawing-process.ts'
import type { ProofPlan } from './plan.ts'
import type { Company, Played, Stage } from './play.ts'
import { type Photo, storePhotos } from './store-photos.ts'

type File = {
  company: Pick<Company, 'call'>
  purpose: 'proof' | 'logo'
  fileName: string
  request: PictureRequest
  /** For a draft: the task it is collected for, and its place there. */
  draft?: { taskId: string; position: number }
}

/** Of every company but two, who have none. */
export async function uploadLogos(stage: Stage, played: Played) {
  const owners = [...played.companies].filter(([nth]) => nth % 11 !== 6)
  const files = owners.map(([nth, company]) => {
    const { name, colour } = companies[nth] as (typeof companies)[number]
    return {
      company,
      purpose: 'logo' as const,
      fileName: 'logo.png',
      request: { kind: 'logo' as const, seed: name, colour },
    }
  })
  for (const [n, [, { id, call }]] of owners.entries())
    await call('PATCH', `/api/companies/${id}`, { logoUrl: await upload(stage, files[n] as File) })
}

/** The stored paths of the photos of every proof. */
export async function uploadPhotos(stage: Stage, played: Played): Promise<string[][]> {
  const { plan, product, drawing } = stage
  const photos = plan.proofs.flatMap((proof, nth) =>
    Array.from({ length: proof.photos }, (_, photo) => photoOf(stage, played, { proof, nth, photo })),
  )
  const paths = await storePhotos({ platform: product.platform, drawing }, photos, (done) =>
    stage.onProgress(`Taking in photos: ${done} of ${photos.length}`),
  )
  let taken = 0
  return plan.proofs.map(({ photos }) => {
    taken += photos
    return paths.slice(taken - photos, taken)
  })
}

function photoOf(
  { plan, calendar, product }: Stage,
  played: Played,
  given: { proof: ProofPlan; nth: number; photo: number },
): Photo {
  const { proof, nth, photo } = given
  const { timeZone } = product.platform.config
  const { scene } = tasks[proof.task] as (typeof tasks)[number]
  // Minutes apart, the last one shortly before it was handed in.
  const takenAt = localTime(
    new Date(calendar.momentOf(proof.at).getTime() - (proof.photos - photo) * 240_000),
    timeZone,
  )
  return {
    company: played.companies.get(proof.company) as Company,
    fileName: `photo-${photo + 1}.jpg`,
    request: {
      ...{ kind: 'photo', scene, seed: `${plan.seed} ${nth} ${photo}`, hour: proof.at % 24 },
      shirt: companies[proof.company]?.colour ?? '#211100',
      number: `TEAM ${String(proof.company + 1).padStart(2, '0')}`,
      takenAt: takenAt.replace(/-/g, ':'),
    },
  }
}

/** Through the API, as a browser does: asks for a grant, sends the bytes. */
export async function upload(
  { drawing, product }: Pick<Stage, 'drawing' | 'product'>,
  { company, purpose, fileName, request, draft }: File,
): Promise<string> {
  const bytes = await drawing.draw(request)
  const contentType = fileName.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const { body } = await company.call('POST', '/api/uploads', {
    fileName,
    size: bytes.length,
    contentType,
    purpose,
    ...draft,
  })
  const { path, headers, url: granted } = body as unknown as Grant
  // The address of the grant is the public one; here the product answers elsewhere.
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
