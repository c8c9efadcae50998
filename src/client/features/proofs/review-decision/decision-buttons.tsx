import { Check, X } from 'lucide-react'
import { useSingleKeys } from '#client/platform/help/single-keys.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { KeyCap } from '#client/ui/display/key-cap.tsx'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'
import { filesOf } from './labels.ts'

interface Props {
  proof: ReviewedProof
  /** How many files are not on the screen yet. */
  missing: number
  canDecide: boolean
  onApprove: () => void
  onReject: () => void
}

export function DecisionButtons({ proof, missing, canDecide, onApprove, onReject }: Props) {
  const singleKeys = useSingleKeys()
  return (
    <>
      {missing > 0 && (
        <p className="col-span-2 -mt-1 text-sm text-muted-foreground">
          {`${missing} of ${filesOf(proof)} still loading. ${canDecide ? 'You can decide without waiting.' : ''}`}
        </p>
      )}
      <Button
        size="lg"
        variant="destructive"
        aria-disabled={!canDecide || undefined}
        aria-keyshortcuts={singleKeys ? 'R' : undefined}
        onClick={onReject}
      >
        <X aria-hidden="true" />
        Reject {singleKeys && <KeyCap>R</KeyCap>}
      </Button>
      <Button
        size="lg"
        variant="success"
        aria-disabled={!canDecide || undefined}
        aria-keyshortcuts={singleKeys ? 'A' : undefined}
        onClick={onApprove}
      >
        <Check aria-hidden="true" />
        Approve {singleKeys && <KeyCap>A</KeyCap>}
      </Button>
    </>
  )
}
