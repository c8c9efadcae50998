import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Download, FileMinus, type LucideIcon, RotateCcw, Send, Wrench } from 'lucide-react'
import type { RefObject } from 'react'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { Dialog, DialogBody } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { Proof, ProofEvent } from '#contract/proofs/endpoints.ts'
import { FileViewer } from '../../files/file-viewer.tsx'
import { downloadAddress } from '../../files/playback.ts'
import { proofHistory } from '../../submission-queries.ts'

interface Props {
  proof: Proof
  open: boolean
  onOpenChange: (open: boolean) => void
  opener: RefObject<HTMLElement | null>
}

/** Shows a company one of its submissions: every file and the history. */
export function SubmissionDialog({ proof, open, onOpenChange, opener }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={<FocusReturn to={opener} />}
      title={<bdi className="wrap-anywhere">{proof.taskTitle}</bdi>}
      description={`Submitted ${momentOf(proof.submittedAt)}`}
      size="lg"
    >
      <DialogBody className="flex flex-col gap-5">
        <div>
          <StatusBadge status={proof.status} />
        </div>
        <FileViewer
          proof={proof}
          action={(file) => (
            <LinkButton
              href={downloadAddress(file)}
              target="_blank"
              download
              variant="link"
              size="sm"
              className="-mx-3"
            >
              <Download aria-hidden="true" />
              Download
            </LinkButton>
          )}
        />
        <History proofId={proof.id} />
      </DialogBody>
    </Dialog>
  )
}

const words: Record<ProofEvent['kind'], { icon: LucideIcon; word: string }> = {
  submitted: { icon: Send, word: 'Submitted' },
  approved: { icon: CircleCheck, word: 'Approved' },
  rejected: { icon: CircleX, word: 'Rejected' },
  reopened: { icon: RotateCcw, word: 'Reopened: the review starts again' },
  'fix-requested': { icon: Wrench, word: 'Sent back: some files have to be replaced' },
  fixed: { icon: Send, word: 'Fixed: back in the queue' },
  'file-removed': { icon: FileMinus, word: 'The organisers removed a file' },
}

function History({ proofId }: { proofId: string }) {
  const { data: events = [] } = useQuery(proofHistory(proofId))
  return (
    <section aria-labelledby="submission-history">
      <h3 id="submission-history" className="text-lg">
        History
      </h3>
      <ol className="mt-2 flex flex-col gap-3">
        {events.map(({ kind, at, note, points }) => {
          const { icon: Icon, word } = words[kind]
          return (
            <li key={`${kind} ${at}`} className="flex gap-3">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
              <div className="min-w-0">
                <p className="font-semibold">
                  {word}
                  {points !== null && `, +${points} points`}
                </p>
                <p className="text-sm text-muted-foreground">
                  <time dateTime={at} title={exactMomentOf(at)}>
                    {momentOf(at)}
                  </time>
                </p>
                {note && (
                  <q dir="auto" className="wrap-anywhere">
                    {note}
                  </q>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
