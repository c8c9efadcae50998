import { Columns2 } from 'lucide-react'
import { FileThumbnail } from '#client/features/proofs/files/file-thumbnail.tsx'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { PendingProof, SamePhoto } from '#contract/proofs/endpoints.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { byProof, thingOf } from './same-photo-labels.ts'

interface SamePhotosProps {
  proof: PendingProof
  /** Id of the proof in the compare dialog. */
  comparing: string | undefined
  onCompare: (proofId: string | undefined) => void
}

/** Warns of other proofs with the same photos before a decision: both pictures and the other company. */
export function SamePhotos({ proof, comparing, onCompare }: SamePhotosProps) {
  const others = byProof(proof)
  if (others.length === 0) return null
  return (
    <section
      aria-label={`Same ${thingOf(proof)} in another proof`}
      className="flex flex-col gap-3 rounded-md bg-warning-soft p-3"
    >
      {others.map(({ other, same }) => (
        <div key={other.proofId} className="flex flex-col gap-2">
          <OtherProof other={other} count={same.length} thing={thingOf(proof)} />
          <div className="grid grid-cols-2 gap-2">
            <Small file={proof.files.find(({ path }) => path === other.path)} />
            <Small file={other.file} />
          </div>
          <CompareDialog
            proof={proof}
            same={same}
            open={comparing === other.proofId}
            onOpenChange={(open) => onCompare(open ? other.proofId : undefined)}
            trigger={
              <Button
                variant="outline"
                size="sm"
                aria-label={`Compare with ${other.companyName}`}
                className="self-start"
              >
                <Columns2 aria-hidden="true" />
                Compare
              </Button>
            }
          />
        </div>
      ))}
    </section>
  )
}

/** Company, task and day of the other proof. */
function OtherProof({ other, count, thing }: { other: SamePhoto; count: number; thing: string }) {
  return (
    <div className="flex flex-col items-start gap-1 text-sm">
      <p dir="auto" className="wrap-anywhere">
        {count === 1 ? `The same ${thing} is` : `The same ${count} ${thing}s are`} in the proof of{' '}
        <span className="font-semibold">{other.companyName}</span> for {other.taskTitle}, submitted{' '}
        <time dateTime={other.submittedAt} title={exactMomentOf(other.submittedAt)}>
          {momentOf(other.submittedAt)}
        </time>
      </p>
      <StatusBadge status={other.status} />
    </div>
  )
}

function Small({ file }: { file: ViewableFile | undefined }) {
  return (
    <span aria-hidden="true" className="relative block aspect-4/3 overflow-hidden rounded-sm bg-sunken">
      {file && <FileThumbnail file={file} alt="" className="size-full object-contain" />}
    </span>
  )
}
