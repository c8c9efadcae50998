import type { QueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#client/platform/forms.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { type Draft, type DraftChanges, saveDraft } from './draft-queries.ts'
import type { Kind } from './files/kinds.ts'

/** Optimistic changes to the files of a draft. A refusal shows a toast and refetches the draft. */
export function createDraftChanges(client: QueryClient, taskId: string) {
  const save = (changes: DraftChanges, failure: string, preview?: (draft: Draft) => Draft) =>
    saveDraft(client, taskId, changes, preview).catch((error: unknown) =>
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, failure) }),
    )
  const setChosen = (path: string, chosen: boolean) => (draft: Draft) => ({
    ...draft,
    files: draft.files.map((file) => (file.path === path ? { ...file, chosen } : file)),
  })
  return {
    remove: (paths: string[]) =>
      save({ remove: paths }, 'The file could not be removed', (draft) => ({
        ...draft,
        files: draft.files.filter(({ path }) => !paths.includes(path)),
      })),
    choose: (path: string) => save({ choose: [path] }, 'The file could not be used', setChosen(path, true)),
    leaveOut: (path: string) => save({ leaveOut: [path] }, 'The file could not be left out', setChosen(path, false)),
    /** `paths` lists the files in the proof, in order; files that are left out are not in it. */
    async move(paths: string[], path: string, by: -1 | 1) {
      const before = moveTarget(paths, path, by)
      if (before === undefined) return
      await save({ move: { path, before } }, 'The file could not be moved', (draft) => ({
        ...draft,
        files: moveTo(draft.files, path, before).map((file, index) => ({ ...file, position: index + 1 })),
      }))
    },
    postponeEnd: () => save({}, 'The files could not be kept longer'),
    changeKind: (contentType: Kind) =>
      save({ contentType }, 'The content type could not be changed', (draft) => ({ ...draft, contentType })),
  }
}

/** Path of the file before which the moved file is inserted: null for the end, undefined when it cannot move. */
function moveTarget(paths: string[], path: string, by: -1 | 1): string | null | undefined {
  const at = paths.indexOf(path)
  if (at < 0 || at + by < 0 || at + by >= paths.length) return undefined
  return (by < 0 ? paths[at - 1] : paths[at + 2]) ?? null
}

function moveTo<File extends { path: string }>(files: File[], path: string, before: string | null): File[] {
  const rest = files.filter((file) => file.path !== path)
  const at = before === null ? rest.length : rest.findIndex((file) => file.path === before)
  return [...rest.slice(0, at), ...files.filter((file) => file.path === path), ...rest.slice(at)]
}
