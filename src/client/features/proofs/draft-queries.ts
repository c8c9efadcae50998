import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#client/platform/requests/api.ts'
import {
  changeDraft,
  type Draft,
  type DraftChanges,
  type DraftFile,
  draftWarningHours,
  listDrafts,
  readDraft,
} from '#contract/proofs/draft.ts'

export type { Draft, DraftChanges, DraftFile }

/**
 * Files that the company has collected for a task on all its devices. Polls while a file is being checked, in case an
 * announcement is lost.
 */
export const draftOfTask = (taskId: string) =>
  queryOptions({
    queryKey: ['uploads', 'draft', taskId],
    queryFn: () => call(readDraft, { params: { id: taskId } }),
    staleTime: 0,
    meta: { isKeptOnDevice: true },
    refetchInterval: ({ state }) => (state.data?.files.some((file) => file.state === 'preparing') ? 2_000 : false),
  })

/** Tasks for which the company has collected files. */
export const draftList = queryOptions({
  queryKey: ['uploads', 'drafts'],
  queryFn: () => call(listDrafts, {}),
  meta: { isKeptOnDevice: true },
})

export const isEndingSoon = (endsAt: string, now: number) =>
  new Date(endsAt).getTime() - now <= draftWarningHours * 3_600_000

/** Writes the draft to the query cache without a request. */
async function setDraft(client: QueryClient, taskId: string, next: (draft: Draft) => Draft) {
  const { queryKey } = draftOfTask(taskId)
  // A fetch that began before the change must not overwrite it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (draft) => next(draft ?? { taskId, contentType: 'image', files: [], endsAt: null }))
}

type ArrivedFile = Pick<DraftFile, 'path' | 'size' | 'type'> & {
  name: string
  position?: number
  sha256?: string | null
}

/** Adds an uploaded file to the cached draft without a refetch. */
export async function showArrived(client: QueryClient, taskId: string, arrived: ArrivedFile) {
  const { path, name: fileName, size, type, position = 0, sha256 = null } = arrived
  const file: DraftFile = {
    path,
    fileName,
    size,
    type,
    position,
    sha256,
    chosen: true,
    state: 'preparing',
    reason: null,
    videoCodec: null,
    thumbnailUrl: null,
    uploadedAt: new Date().toISOString(),
    senderName: null,
    addedBy: 'company',
    guestId: null,
  }
  await setDraft(client, taskId, (draft) => ({
    ...draft,
    files: [...draft.files.filter(({ path }) => path !== file.path), file].sort((a, b) => a.position - b.position),
  }))
  void client.invalidateQueries(draftOfTask(taskId))
}

/** Optimistic update: previews the change, saves it, then takes the server's answer. */
export async function saveDraft(
  client: QueryClient,
  taskId: string,
  changes: DraftChanges,
  preview: (draft: Draft) => Draft = (draft) => draft,
) {
  await setDraft(client, taskId, preview)
  try {
    const saved = await call(changeDraft, { params: { id: taskId }, body: changes })
    await setDraft(client, taskId, () => saved)
  } finally {
    void client.invalidateQueries(draftOfTask(taskId))
  }
}
