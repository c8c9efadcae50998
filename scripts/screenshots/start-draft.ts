import { asUser, asVisitor } from '../demo/callers.ts'
import { companies, password, tasks } from '../demo/content.ts'
import { drawPhotos } from '../demo/pictures.ts'
import type { DemoProduct } from '../demo/product.ts'
import { upload } from '../demo/upload.ts'
import { company, draftTask } from './shots.ts'

/** The pictured company prepares a proof: four photos are there, two are missing. */
export async function startDraft(product: DemoProduct) {
  const { body: user } = await asVisitor(product)('POST', '/api/auth/login', { email: company, password })
  const call = asUser(product, user.id ?? '')
  const { body: collected } = await call('GET', '/api/uploads')
  if (Object.keys(collected).length > 0) return
  const offered = (await call('GET', '/api/tasks')).body as unknown as { id: string; title: string }[]
  const task = offered.find(({ title }) => title === draftTask)
  const { scene } = tasks.find(({ title }) => title === draftTask) ?? { scene: 'dancing' as const }
  const team = { scene, seed: 'draft', colour: companies[0]?.colour ?? '#211100', number: 'TEAM 01' }
  const photos = await drawPhotos(
    team,
    [0, 1, 2, 3].map((minute) => `2026:06:07 15:0${minute}:00`),
  )
  for (const [position, bytes] of photos.entries()) {
    const file = { purpose: 'proof' as const, fileName: `photo-${position + 1}.jpg`, bytes }
    await upload({ product }, { company: { call }, ...file, draft: { taskId: task?.id ?? '', position } })
  }
}
