import type { Grant } from '../../src/contract/files/endpoints.ts'
import { asGuest } from './callers.ts'
import { companies, tasks } from './content.ts'
import { localTime } from './moments.ts'
import { drawPhotos } from './pictures.ts'
import type { Plan, ProofPlan } from './plan.ts'
import type { Company, Stage } from './stage.ts'
import { sendBytes } from './upload.ts'

const colleagues = ['Ruthsella', 'Jayden', 'Mirelva']

/** One proof of the demo's main account: the first one of its third day or later. */
export const isByTeamLink = ({ proofs }: Plan, nth: number): boolean =>
  nth === proofs.findIndex(({ company, task, photos }) => company === 0 && photos === 6 && (tasks[task]?.day ?? 0) >= 2)

type Asked = { company: Company; taskId: string; nth: number }

/** The company makes a link, and each colleague adds a photo by it. Returns the paths of the photos. */
export async function addByTeamLink(stage: Stage, { company, taskId, nth }: Asked): Promise<string[]> {
  const { plan, product } = stage
  const proof = plan.proofs[nth] as ProofPlan
  const { body: link } = await company.call('POST', `/api/tasks/${taskId}/capture-links`)
  const token = new URL(link.url ?? '').searchParams.get('team') ?? ''
  const takenAt = localTime(product.platform.clock.now(), product.platform.config.timeZone).replace(/-/g, ':')
  const photos = await drawPhotos(
    {
      scene: (tasks[proof.task] as (typeof tasks)[number]).scene,
      seed: `${plan.seed} colleagues`,
      colour: companies[proof.company]?.colour ?? '#211100',
      number: 'TEAM 01',
    },
    colleagues.map(() => takenAt),
  )
  const paths: string[] = []
  for (const [one, firstName] of colleagues.entries()) {
    const bytes = photos[one] as Buffer
    const guest = asGuest(product, token, `demo-device-${firstName}`.padEnd(32, '0'))
    await guest('PATCH', '/api/capture', { firstName })
    const file = { fileName: `${firstName}.jpg`, size: bytes.length, contentType: 'image/jpeg' }
    const { body } = await guest('POST', '/api/capture/uploads', file)
    paths.push(await sendBytes(product, body as unknown as Grant, bytes))
  }
  return paths
}
