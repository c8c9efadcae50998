import { useState } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { nameOfFile } from '../../files/words.ts'
import { EnlargedFile } from '../files/enlarged-file.tsx'
import { FileGrid, useGridLayout } from '../files/file-grid.tsx'
import { MarkButton } from '../files/mark-button.tsx'
import { showReplacedFirst } from '../files/replaced-files.ts'
import { useShownFiles } from '../files/shown-files.ts'
import { SamePhotos } from '../same-photos/same-photos.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { useDecisionKeys } from './decision-keys.ts'
import { ProofFacts } from './proof-facts.tsx'
import { ReviewReasons } from './reasons.tsx'
import { UpcomingProofs } from './upcoming-proofs.tsx'
import { type OnDecide, useDecisionDraft } from './use-decision-draft.ts'

interface ProofDecisionProps {
  proof: PendingProof
  queue: PendingProof[]
  /** Another reviewer decided it meanwhile. */
  vanished: boolean
  onDecide: OnDecide
  onNext: () => void
}

/** One proof. Mount it with a key per proof, so that no state carries over to the next company. */
export function ProofDecision({ proof: stored, queue, vanished, onDecide, onNext }: ProofDecisionProps) {
  const now = useNow()
  const proof = showReplacedFirst(stored)
  const [selected, select] = useState(0)
  const [large, setLarge] = useState(false)
  const [comparing, setComparing] = useState<string>()
  const { canDecide, missing, noteShown } = useShownFiles(proof)
  const { place, layout } = useGridLayout(proof, missing)
  const show = (index: number) => select(Math.min(Math.max(0, index), proof.files.length - 1))
  const decision = useDecisionDraft({
    canDecide,
    canMark: proof.fixesLeft > 0,
    selected: proof.files[selected]?.path,
    onSelect: (path) => show(proof.files.findIndex((file) => file.path === path)),
    vanished,
    onDecide,
    onNext,
  })
  const selectedName = nameOfFile(proof, selected)
  const markButton = decision.canMark && proof.files.length > 0 && (
    <MarkButton name={selectedName} isMarked={decision.isOfFile} onToggle={decision.toggleMark} />
  )
  const open = (index: number) => {
    show(index)
    setLarge(true)
  }
  const compare = () => setComparing(proof.samePhotos[0]?.proofId)
  useDecisionKeys({ selected, show, large, setLarge, rows: layout.rows, compare }, decision)

  return (
    <div className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_minmax(0,1fr)_auto]">
      <div className="max-lg:min-h-0 max-lg:flex-1 max-lg:overflow-y-auto lg:contents">
        <section aria-label="Proof" className="p-4 lg:col-start-2 lg:row-start-1 lg:border-l lg:border-border lg:px-5">
          <ProofFacts proof={proof} now={now} />
          {vanished && (
            <p role="alert" className="mt-3 rounded-md bg-info-soft p-3 font-semibold text-info">
              Another reviewer decided this proof while you had it open.
            </p>
          )}
        </section>
        <section aria-label="Files" className="lg:relative lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:min-h-0">
          <div inert={large} className="h-full animate-appear">
            <FileGrid
              proof={proof}
              layout={layout}
              place={place}
              selected={selected}
              active={!large}
              onSelect={select}
              onOpen={open}
              onShown={noteShown}
              isMarked={(path) => decision.marks.of(path) !== undefined}
            />
          </div>
          {large && (
            <EnlargedFile
              proof={proof}
              selected={selected}
              onSelect={show}
              onClose={() => setLarge(false)}
              mark={markButton}
            />
          )}
        </section>
        <section
          aria-label="Decision"
          className="flex flex-col gap-5 p-4 lg:col-start-2 lg:row-start-2 lg:overflow-y-auto lg:border-l lg:border-border lg:px-5"
        >
          <SamePhotos proof={proof} comparing={comparing} onCompare={setComparing} />
          {decision.canMark ? (
            // The enlarged file has its mark button, so render this one only in the grid.
            !large && <div>{markButton}</div>
          ) : (
            <p className="text-sm text-muted-foreground">This proof cannot be sent back again.</p>
          )}
          <ReviewReasons
            fileName={decision.isOfFile ? selectedName : undefined}
            picked={decision.picked}
            onPick={decision.toggle}
            note={decision.note}
            onNote={decision.setNote}
            needsReason={decision.needsReason}
          />
          <UpcomingProofs queue={queue} current={proof} now={now} />
        </section>
      </div>
      <div className="grid grid-cols-2 gap-3 border-t border-border p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:col-start-2 lg:row-start-3 lg:border-l lg:px-5">
        {vanished ? (
          <Button size="lg" onClick={onNext} className="col-span-2">
            Next proof
          </Button>
        ) : (
          <DecisionButtons
            proof={proof}
            missing={missing}
            canDecide={canDecide}
            onApprove={decision.approve}
            onReject={decision.reject}
            marked={decision.marks.files.length}
            onSendBack={decision.sendBack}
          />
        )}
      </div>
    </div>
  )
}
