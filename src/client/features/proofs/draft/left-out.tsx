import { Plus } from 'lucide-react'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import { amountOf } from './kinds.ts'
import { LeftOutSlot } from './proof-slot.tsx'
import type { ProofFiles } from './use-proof-files.ts'

/** Collected, but not part of the proof: more than ten may be sent in by a team. */
export function LeftOut({ files }: { files: ProofFiles }) {
  const { leftOut, kind, chosenCount } = files
  if (leftOut.length === 0) return null
  const isFull = chosenCount >= mostFiles
  return (
    <section aria-label="Not in this proof" className="flex flex-col gap-2 border-t border-border pt-4">
      <h3 className="text-base">{amountOf(leftOut.length, kind)} not in this proof</h3>
      <p className="text-sm text-muted-foreground">
        {isFull
          ? `A proof has at most ${mostFiles} files. Leave one out to use another.`
          : 'They are kept here and not handed in.'}
      </p>
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-8">
        {leftOut.map((file) => (
          <LeftOutSlot
            key={file.path}
            file={file}
            icon={Plus}
            disabled={isFull}
            onUse={() => void files.choose(file.path)}
            onRemove={() => void files.discard([file.path])}
          />
        ))}
      </ul>
    </section>
  )
}
