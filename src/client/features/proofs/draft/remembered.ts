import { forget, recall, remember } from '#client/platform/session/session-storage.ts'
import type { Kind } from './kinds.ts'

const keyOf = (taskId: string) => `proof-kind-${taskId}`

/** Photos or videos, as this tab chose it last; the files themselves are kept by the server. */
export function rememberedKind(taskId: string): Kind | undefined {
  const kind = recall(keyOf(taskId))
  return kind === 'image' || kind === 'video' ? kind : undefined
}

export const rememberKind = (taskId: string, kind: Kind) => remember(keyOf(taskId), kind)

export const forgetKind = (taskId: string) => forget(keyOf(taskId))
