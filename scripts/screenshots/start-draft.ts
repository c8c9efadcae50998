import { asUser, asVisitor } from '../demo/callers.ts'
import { companies, password, tasks } from '../demo/content.ts'
import { startDrawing } from '../demo/pictures/drawing.ts'
import type { DemoProduct } from '../demo/product.ts'
import { upload } from '../demo/upload.ts'
import { company, draftTask } from './shots.ts'

/** The company of the pictures is about to hand in a proof: four photos are there, two are missing. */
export async function startDraft(product: DemoProduct) {
  const { body: user } = await asVisitor(product)('POST', '/api/auth/login', { email: company, password })
  const call = asUser(product, user.id ?? '')
  const { body: collected } = await call('GET', '/api/uploads')
  if (Object.keys(collected).length > 0) return
  const offered = (await call('GET', '/api/tasks')).body as unknown as { id: string; title: string }[]
  const task = offered.find(({ title }) => title === draftTask)
  const { scene } = tasks.find(({ title }) => title === draftTask) ?? { scene: 'dancing' as const }
  const drawing = startDrawing()
  for (let position = 0; position < 4; position++) {
    const look = { shirt: companies[0]?.colour ?? '#211100', number: 'TEAM 01', hour: 15 }
    const takenAt = `2026:06:07 15:0${position}:00`
    await upload(
      { product, drawing },
      {
        ...{ company: { call }, purpose: 'proof', fileName: `photo-${position + 1}.jpg` },
        request: { kind: 'photo', scene, seed: `draft ${position}`, takenAt, ...look },
        draft: { taskId: task?.id ?? '', position },
      },
    )
  }
  drawing.stop()
}
