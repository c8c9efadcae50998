import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#client/ui/buttons/button.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { createDraftChanges } from '../../draft-changes.ts'
import { type DraftFile, draftOfTask } from '../../draft-queries.ts'

/** Files grouped by phone, each group with a button that removes all: strangers may have opened a team link. */
export function TeamPhones({ taskId }: { taskId: string }) {
  const { data: draft } = useQuery(draftOfTask(taskId))
  const { remove } = createDraftChanges(useQueryClient(), taskId)
  const phones = byPhone(draft?.files ?? [])
  if (phones.length === 0) return null
  return (
    <section aria-labelledby="team-phones" className="flex flex-col gap-2">
      <h3 id="team-phones" className="text-base">
        Phones that added files
      </h3>
      <ul className="flex flex-col">
        {phones.map(({ guestId, name, paths }) => {
          const files = paths.length === 1 ? '1 file' : `${paths.length} files`
          return (
            <li key={guestId} className="flex items-center gap-3 border-t border-border py-2">
              <p className="min-w-0 flex-1 text-sm wrap-anywhere">
                <bdi>{name}</bdi>
                <span className="block text-muted-foreground">{files}</span>
              </p>
              <ConfirmDialog
                trigger={
                  <Button variant="outline" size="sm" aria-label={`Delete all from ${name}`}>
                    Delete all
                  </Button>
                }
                title={`Delete ${files} from ${name}?`}
                description="They cannot be brought back. Revoke the link too if others than your team have it."
                confirmLabel={`Delete ${files}`}
                destructive
                onConfirm={() => void remove(paths)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Groups files in the order in which the phones added them; nameless phones are numbered. */
function byPhone(files: DraftFile[]) {
  const ids = [...new Set(files.flatMap(({ guestId }) => guestId ?? []))]
  return ids.map((guestId, index) => {
    const guestFiles = files.filter((file) => file.guestId === guestId)
    return {
      guestId,
      name: guestFiles[0]?.senderName ?? `Phone ${index + 1}`,
      paths: guestFiles.map(({ path }) => path),
    }
  })
}
