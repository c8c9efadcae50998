import { dropFile } from '#client/platform/uploads/send/offline-store.ts'
import { fewestFiles } from '#contract/proofs/endpoints.ts'
import { positionOf } from './file-position.ts'
import type { ProofDraft } from './proof-draft.ts'
import { EmptySlot, MovingSlot, StoredSlot } from './proof-slot.tsx'
import { useDraft } from './use-draft.ts'
import { WaitingSlot } from './waiting-slot.tsx'

type Props = { draft: ProofDraft; onAdd: () => void }

/** At least six slots, filled in the order in which the files were chosen. */
export function ProofSlots({ draft, onAdd }: Props) {
  const state = useDraft(draft, 'stored', 'moving', 'waiting', 'restored', 'kind', 'uploads', 'count')
  const { stored, moving, waiting, count: filled } = state
  const paths = stored.map(({ path }) => path)
  const free = Array.from({ length: Math.max(0, fewestFiles - filled) }, (_, index) => filled + index + 1)
  const slots = [
    ...stored.map((file, index) => ({
      position: file.position,
      slot: (
        <StoredSlot
          key={file.path}
          file={file}
          onRemove={() => draft.remove(file.path)}
          actions={{
            onEarlier: index > 0 ? () => void draft.changes.move(paths, file.path, -1) : undefined,
            onLater: index < stored.length - 1 ? () => void draft.changes.move(paths, file.path, 1) : undefined,
            onLeaveOut: () => void draft.changes.leaveOut(file.path),
          }}
        />
      ),
    })),
    ...moving.map((file) => ({
      position: positionOf(file),
      slot: (
        <MovingSlot
          key={file.id}
          file={file}
          preview={draft.previewOf(file.id)}
          started={!state.restored && Boolean(file.progress.uploadStarted)}
          onRemove={() => draft.cancel(file.id)}
          onRetry={() => draft.retry(file.id)}
        />
      ),
    })),
    ...waiting.map((file) => ({
      position: file.position ?? 0,
      slot: (
        <WaitingSlot
          key={file.key}
          file={file}
          preview={draft.previewOf(file.key)}
          onRemove={() => void dropFile(file.key)}
        />
      ),
    })),
  ].sort((a, b) => a.position - b.position)
  return (
    <ul aria-label="Files of this proof" className="grid grid-cols-3 gap-x-2 gap-y-1 sm:grid-cols-6">
      {slots.map(({ slot }) => slot)}
      {free.map((number, index) => (
        <EmptySlot
          key={number}
          number={number}
          kind={state.kind}
          isNext={index === 0}
          disabled={!state.uploads}
          onAdd={onAdd}
        />
      ))}
    </ul>
  )
}
