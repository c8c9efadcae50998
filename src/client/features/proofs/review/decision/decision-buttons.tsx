import { Check, Wrench, X } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { useKeyHints } from '../review-keys.ts'
import { filesOf } from './labels.ts'

interface Props {
  proof: ReviewedProof
  /** Number of files that are not on the screen yet. */
  missing: number
  canDecide: boolean
  onApprove: () => void
  onReject: () => void
  /** Number of marked files; without any the proof cannot be sent back. */
  marked: number
  onSendBack: () => void
}

export function DecisionButtons(props: Props) {
  const { proof, missing, canDecide, onApprove, onReject, marked, onSendBack } = props
  const hasKeys = useKeyHints()
  return (
    <>
      {missing > 0 && (
        <p className="col-span-2 -mt-1 text-sm text-muted-foreground">
          {`${missing} of ${filesOf(proof)} still loading. ${canDecide ? 'You can decide without waiting.' : ''}`}
        </p>
      )}
      {marked > 0 && (
        <Button
          size="lg"
          aria-disabled={!canDecide || undefined}
          aria-keyshortcuts={hasKeys ? 'S' : undefined}
          onClick={onSendBack}
          className="col-span-2"
        >
          <Wrench aria-hidden="true" />
          Send back to fix {marked} {marked === 1 ? 'file' : 'files'} {hasKeys && <KeyCap>S</KeyCap>}
        </Button>
      )}
      <Button
        size="lg"
        variant="destructive"
        aria-disabled={!canDecide || undefined}
        aria-keyshortcuts={hasKeys ? 'R' : undefined}
        onClick={onReject}
      >
        <X aria-hidden="true" />
        Reject {hasKeys && <KeyCap>R</KeyCap>}
      </Button>
      <Button
        size="lg"
        variant="success"
        aria-disabled={!canDecide || undefined}
        aria-keyshortcuts={hasKeys ? 'A' : undefined}
        onClick={onApprove}
      >
        <Check aria-hidden="true" />
        Approve {hasKeys && <KeyCap>A</KeyCap>}
      </Button>
    </>
  )
}
