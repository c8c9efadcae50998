import { Plus } from 'lucide-react'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import { amountOf } from '../../files/kinds.ts'
import type { ProofDraft } from './proof-draft.ts'
import { LeftOutSlot } from './proof-slot.tsx'
import { useDraft } from './use-draft.ts'

/** Collected files that are not in the proof: a team may collect more than the ten files a proof takes. */
export function LeftOut({ draft }: { draft: ProofDraft }) {
  const { leftOut, kind, chosenCount } = useDraft(draft, 'leftOut', 'kind', 'chosenCount')
  if (leftOut.length === 0) return null
  const isFull = chosenCount >= mostFiles
  return (
    <section aria-label="Not in this proof" className="flex flex-col gap-2 border-t border-border pt-4">
      <h3 className="text-base">{amountOf(leftOut.length, kind)} not in this proof</h3>
      <p className="text-sm text-muted-foreground">
        {isFull
          ? `A proof has at most ${mostFiles} files. Leave one out to use another.`
          : 'They are kept here and not submitted.'}
      </p>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {leftOut.map((file) => (
          <LeftOutSlot
            key={file.path}
            file={file}
            icon={Plus}
            disabled={isFull}
            onUse={() => void draft.changes.choose(file.path)}
            onRemove={() => draft.remove(file.path)}
          />
        ))}
      </ul>
    </section>
  )
}
