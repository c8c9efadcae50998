import { Check, ExternalLink, X } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { momentOf } from '#client/platform/formats/dates.ts'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { Field } from '#client/ui/forms/field.tsx'
import { Textarea } from '#client/ui/forms/textarea.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { limits } from '#contract/common.ts'
import type { PendingProof, ReviewedProof } from '#contract/proofs/endpoints.ts'
import { FileViewer } from '../files/file-viewer.tsx'
import { useVerdict, type Verdict } from '../queries.ts'
import { isWithAnother, useClaim } from './decision/claim.ts'
import { kindOf } from './decision/labels.ts'
import { SamePhotos } from './same-photos/same-photos.tsx'

interface ReviewDialogProps {
  proof: PendingProof
  open: boolean
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

export function ReviewDialog({ proof, open, opener, onClose }: ReviewDialogProps) {
  const review = useVerdict()
  const [note, setNote] = useState('')
  const [latest, setLatest] = useState<ReviewedProof>()
  const [comparing, setComparing] = useState<string>()
  useClaim(open ? proof.id : undefined, setLatest)
  const { status } = latest ?? proof
  const refusal = review.error instanceof ApiProblem && review.error.code === 'already-decided' && review.error.sentence
  const settled = status !== 'pending' || refusal

  function decide(verdict: Verdict['status']) {
    const adminNotes = note.trim()
    void review.run({ proof, status: verdict, ...(adminNotes ? { adminNotes } : {}) }, { onSuccess: onClose })
  }

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
          action={({ url }) => (
            <LinkButton href={url} target="_blank" variant="link" size="sm" className="-mx-3">
              View Full Size
              <ExternalLink aria-hidden="true" />
            </LinkButton>
          )}
        />
        <Field label="Review Notes" optional hint="The company reads them under its submission.">
          <Textarea
            rows={2}
            maxLength={limits.notes}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className="min-h-16!"
          />
        </Field>
      </DialogBody>
      <VerdictButtons
        isSettled={Boolean(settled)}
        pending={review.isPending ? review.variables.status : undefined}
        onDecide={decide}
      />
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

type VerdictStatus = Verdict['status']

interface VerdictButtonsProps {
  isSettled: boolean
  /** The verdict being sent. */
  pending: VerdictStatus | undefined
  onDecide: (status: VerdictStatus) => void
}

function VerdictButtons({ isSettled, pending, onDecide }: VerdictButtonsProps) {
  return (
    <DialogFooter className="max-sm:grid! max-sm:grid-cols-2">
      <DialogClose asChild>
        <Button
          variant="outline"
          disabled={pending !== undefined}
          className="max-sm:order-last max-sm:col-span-2 sm:mr-auto"
        >
          Cancel
        </Button>
      </DialogClose>
      <Button
        variant="destructive"
        disabled={isSettled || pending === 'approved'}
        pending={pending === 'rejected'}
        onClick={() => onDecide('rejected')}
      >
        <X aria-hidden="true" />
        Reject
      </Button>
      <Button
        variant="success"
        disabled={isSettled || pending === 'rejected'}
        pending={pending === 'approved'}
        onClick={() => onDecide('approved')}
      >
        <Check aria-hidden="true" />
        Approve
      </Button>
    </DialogFooter>
  )
}
