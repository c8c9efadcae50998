import { forget, recall, remember } from '#client/platform/tab-memory.ts'
import type { Kind } from './kinds.ts'

/** Which files a proof was made of so far, for this tab: a reload goes on where it was. */
export type Draft = { kind: Kind; paths: string[] }

const keyOf = (taskId: string) => `proof-${taskId}`

export function rememberedDraft(taskId: string): Draft {
  const nothing: Draft = { kind: 'image', paths: [] }
  try {
    const { kind, paths } = JSON.parse(recall(keyOf(taskId)) ?? '{}') as Partial<Draft>
    return kind && Array.isArray(paths) ? { kind, paths } : nothing
  } catch {
    return nothing
  }
}

export const rememberDraft = (taskId: string, draft: Draft) => remember(keyOf(taskId), JSON.stringify(draft))

export const forgetDraft = (taskId: string) => forget(keyOf(taskId))
