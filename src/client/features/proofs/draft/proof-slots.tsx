import { fewestFiles } from '#contract/proofs/endpoints.ts'
import { positionOf } from '../file-position.ts'
import { EmptySlot, MovingSlot, StoredSlot } from './proof-slot.tsx'
import type { ProofFiles } from './use-proof-files.ts'
import { WaitingSlot } from './waiting-slot.tsx'

type Props = { files: ProofFiles; onAdd: () => void }

/** Six places that fill in the order the files were chosen, and more when there are more. */
export function ProofSlots({ files, onAdd }: Props) {
  const { stored, moving, waiting, uploads } = files
  const filled = stored.length + moving.length + waiting.files.length
  const free = Array.from({ length: Math.max(0, fewestFiles - filled) }, (_, index) => filled + index + 1)
  const slots = [
    ...stored.map((file, index) => ({
      position: file.position,
      slot: (
        <StoredSlot
          key={file.path}
          file={file}
          onRemove={() => void files.discard([file.path])}
          actions={{
            onEarlier: index > 0 ? () => files.move(file.path, -1) : undefined,
            onLater: index < stored.length - 1 ? () => files.move(file.path, 1) : undefined,
            onLeaveOut: () => void files.leaveOut(file.path),
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
          preview={files.previewOf(file.id)}
          started={!files.restored && Boolean(file.progress.uploadStarted)}
          onRemove={() => uploads?.removeFile(file.id)}
          onRetry={() => void uploads?.retryUpload(file.id)?.catch(() => undefined)}
        />
      ),
    })),
    ...waiting.files.map((file) => ({
      position: file.position ?? 0,
      slot: (
        <WaitingSlot
          key={file.key}
          file={file}
          preview={waiting.previewOf(file.key)}
          onRemove={() => void waiting.drop(file.key)}
        />
      ),
    })),
  ].sort((a, b) => a.position - b.position)
  return (
    <ul aria-label="Files of this proof" className="grid grid-cols-3 gap-2 sm:grid-cols-6">
      {slots.map(({ slot }) => slot)}
      {free.map((number, index) => (
        <EmptySlot
          key={number}
          number={number}
          kind={files.kind}
          isNext={index === 0}
          disabled={!uploads}
          onAdd={onAdd}
        />
      ))}
    </ul>
  )
}
