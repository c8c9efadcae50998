import { fewestFiles } from '#contract/proofs/endpoints.ts'
import { EmptySlot, MovingSlot, StoredSlot } from './proof-slot.tsx'
import type { ProofFiles } from './use-proof-files.ts'

type Props = { files: ProofFiles; faults: Record<string, string>; onAdd: () => void }

/** Six places that fill, and more when there are more. */
export function ProofSlots({ files, faults, onAdd }: Props) {
  const { stored, moving, uploads } = files
  const filled = stored.length + moving.length
  const free = Array.from({ length: Math.max(0, fewestFiles - filled) }, (_, index) => filled + index + 1)
  return (
    <ul aria-label="Files of this proof" className="grid grid-cols-3 gap-2 sm:grid-cols-6">
      {stored.map((file) => (
        <StoredSlot
          key={file.path}
          file={file}
          fault={faults[file.path]}
          onRemove={() => void files.discard([file.path])}
        />
      ))}
      {moving.map((file) => (
        <MovingSlot
          key={file.id}
          file={file}
          started={!files.restored && Boolean(file.progress.uploadStarted)}
          onRemove={() => uploads?.removeFile(file.id)}
          onRetry={() => void uploads?.retryUpload(file.id)?.catch(() => undefined)}
        />
      ))}
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

/** Each reason once: ten files usually fail for the same one. */
export function UploadFailures({ files: { moving } }: { files: ProofFiles }) {
  const reasons = [...new Set(moving.flatMap(({ error }) => error ?? []))]
  return (
    <div role="alert" className="contents">
      {reasons.map((reason) => (
        <p key={reason} className="font-medium text-destructive">
          {reason}
        </p>
      ))}
    </div>
  )
}
