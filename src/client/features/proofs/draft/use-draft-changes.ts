import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#client/platform/forms.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { type Draft, type DraftChanges, saveDraft } from '../draft-queries.ts'
import { moveTarget, moveTo } from './draft.ts'
import type { Kind } from './kinds.ts'

/** What a person does with the files of a draft. Each shows at once; a refusal is told and the draft read again. */
export function useDraftChanges(taskId: string) {
  const client = useQueryClient()
  const save = (changes: DraftChanges, failure: string, foresee?: (draft: Draft) => Draft) =>
    saveDraft(client, taskId, changes, foresee).catch((error: unknown) =>
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
    /** `shown` are the files between which it moves: those that are left out are not among them. */
    move(shown: string[], path: string, by: -1 | 1) {
      const before = moveTarget(shown, path, by)
      if (before === undefined) return
      const foresee = (draft: Draft) => ({
        ...draft,
        files: moveTo(draft.files, path, before).map((file, index) => ({ ...file, position: index + 1 })),
      })
      void save({ move: { path, before } }, 'The file could not be moved', foresee)
    },
    keep: () => save({}, 'The files could not be kept longer'),
    changeKind: (contentType: Kind) =>
      save({ contentType }, 'The content type could not be changed', (draft) => ({ ...draft, contentType })),
  }
}
