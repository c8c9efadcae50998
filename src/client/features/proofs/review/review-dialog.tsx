import { ExternalLink } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { PendingProof, ReviewedProof } from '#contract/proofs/endpoints.ts'
import { FileViewer } from '../files/file-viewer.tsx'
import { nameOfFile } from '../files/words.ts'
import { useVerdict } from '../queries.ts'
import { isWithAnother, useClaim } from './decision/claim.ts'
import { DecisionButtons } from './decision/decision-buttons.tsx'
import { kindOf } from './decision/labels.ts'
import { ReviewReasons } from './decision/reasons.tsx'
import { useDecisionDraft } from './decision/use-decision-draft.ts'
import { MarkButton } from './files/mark-button.tsx'
import { SamePhotos } from './same-photos/same-photos.tsx'

interface ReviewDialogProps {
  proof: PendingProof
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** One proof with the decisions of review mode: reasons, and files that need a fix. */
export function ReviewDialog({ proof, open, opener, onClose }: ReviewDialogProps) {
  const review = useVerdict()
  const selection = useState(0)
  const [selected, select] = selection
  const [latest, setLatest] = useState<ReviewedProof>()
  const [comparing, setComparing] = useState<string>()
  useClaim(open ? proof.id : undefined, setLatest)
  const { status } = latest ?? proof
  const refusal = review.error instanceof ApiProblem && review.error.code === 'already-decided' && review.error.sentence
  const settled = status !== 'pending' || refusal
  const decision = useDecisionDraft({
    canDecide: !settled && !review.isPending,
    canMark: proof.fixesLeft > 0,
    selected: proof.files[selected]?.path,
    onSelect: (path) => select(proof.files.findIndex((file) => file.path === path)),
    vanished: false,
    onDecide: (verdict, note, files) =>
      void review.run(
        { proof, status: verdict, ...(note ? { adminNotes: note } : {}), ...(files ? { files } : {}) },
        { onSuccess: onClose },
      ),
    onNext: onClose,
  })
  const selectedName = nameOfFile(proof, selected)

  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !review.isPending && onClose()}
      size="lg"
      title="Review Proof"
    >
      <DialogBody className="flex flex-col gap-4">
        <ProofFacts proof={proof} status={status} />
        {latest && isWithAnother(latest) && !settled && (
          <p className="rounded-md bg-info-soft px-3 py-2 text-info">{latest.claimedBy} is reviewing this proof too.</p>
        )}
        {settled && (
          <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 font-semibold text-warning">
            {refusal || 'This proof was decided already.'}
          </p>
        )}
        <SamePhotos proof={proof} comparing={comparing} onCompare={setComparing} />
        <FileViewer
          proof={proof}
          selection={selection}
          action={({ url }) => (
            <LinkButton href={url} target="_blank" variant="link" size="sm" className="-mx-3">
              View Full Size
              <ExternalLink aria-hidden="true" />
            </LinkButton>
          )}
        />
        {decision.canMark && proof.files.length > 0 && (
          <div>
            <MarkButton name={selectedName} isMarked={decision.isOfFile} onToggle={decision.toggleMark} />
          </div>
        )}
        <ReviewReasons
          fileName={decision.isOfFile ? selectedName : undefined}
          picked={decision.picked}
          onPick={decision.toggle}
          note={decision.note}
          onNote={decision.setNote}
          needsReason={decision.needsReason}
        />
      </DialogBody>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" size="lg" disabled={review.isPending} className="sm:mr-auto">
            Cancel
          </Button>
        </DialogClose>
        <div className="grid grid-cols-2 gap-3 sm:min-w-88">
          <DecisionButtons
            proof={proof}
            missing={0}
            canDecide={!settled && !review.isPending}
            onApprove={decision.approve}
            onReject={decision.reject}
            marked={decision.marks.files.length}
            onSendBack={decision.sendBack}
          />
        </div>
      </DialogFooter>
    </Dialog>
  )
}

function ProofFacts({ proof, status }: { proof: PendingProof; status: ReviewedProof['status'] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
      <Fact label="Company">{proof.companyName}</Fact>
      <Fact label="Task">{proof.taskTitle}</Fact>
      <Fact label="Content type">{kindOf(proof)}</Fact>
      <Fact label="Files">{proof.files.length}</Fact>
      <Fact label="Submitted">
        <time dateTime={proof.submittedAt}>{momentOf(proof.submittedAt)}</time>
      </Fact>
      <Fact label="Status">
        <StatusBadge status={status} />
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd dir="auto" className="font-semibold wrap-anywhere">
        {children}
      </dd>
    </div>
  )
}
