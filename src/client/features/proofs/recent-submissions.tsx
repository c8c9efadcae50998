import { useQuery } from '@tanstack/react-query'
import { Film, Image, Inbox } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { StatusBadge } from '#client/ui/display/status-badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardHeader } from '#client/ui/layout/card.tsx'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { SubmissionDialog } from './hand-in/submission/submission-dialog.tsx'
import { companyProofs } from './submission-queries.ts'
import { SubmitProof } from './submit-proof.tsx'

const latest = 5
const number = new Intl.NumberFormat('en')

/** The company's submissions with their status. */
export function RecentSubmissions({ companyId }: { companyId: string }) {
  const proofs = useQuery(companyProofs(companyId))
  return (
    <Card id="submissions" tabIndex={-1} aria-label="Recent Submissions">
      <CardHeader title="Recent Submissions" />
      <QuerySection
        query={proofs}
        failure="Couldn’t load your submissions."
        skeleton={
          <Loading label="Loading your submissions…" className="flex flex-col gap-3 px-5 pb-5">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
          </Loading>
        }
        errorClassName="pt-2"
      >
        {(all) => <Submissions companyId={companyId} proofs={all} />}
      </QuerySection>
    </Card>
  )
}

function Submissions({ companyId, proofs }: { companyId: string; proofs: Proof[] }) {
  const [opened, setOpened] = useState<Proof>()
  const [isOpen, setOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const requestedId = new URLSearchParams(useSearch()).get('submission')
  useEffect(() => {
    const requested = proofs.find(({ id }) => id === requestedId)
    if (!requested) return
    // Neither closing the dialog nor going back opens it again.
    history.replaceState(history.state, '', location.pathname)
    setOpened(requested)
    setOpen(true)
  }, [proofs, requestedId])
  const opener = useRef<HTMLElement>(null)
  // Retries come first, however old: their tasks are in no other list.
  const again = proofs.filter((proof) => mayTryAgain(proof, proofs))
  const toFix = proofs.filter(({ status }) => status === 'fix')
  const first = [...toFix, ...again]
  const recent = isWhole ? proofs : proofs.slice(0, latest)
  const visible = [...first, ...recent.filter((proof) => !first.includes(proof))]
  const hidden = proofs.length - visible.length
  if (proofs.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="Nothing submitted yet"
        description="Your proofs are listed here, with what the reviewers say."
        className="pt-4"
      />
    )
  }
  return (
    <>
      <ul>
        {visible.map((proof) => (
          <Submission
            key={proof.id}
            proof={proof}
            onOpen={(button) => {
              opener.current = button
              setOpened(proof)
              setOpen(true)
            }}
          >
            {(again.includes(proof) || (proof.status === 'fix' && proof.taskArchived)) && (
              <SubmitProof
                companyId={companyId}
                task={{ id: proof.taskId, title: proof.taskTitle }}
                showsReason={false}
              />
            )}
          </Submission>
        ))}
      </ul>
      {(hidden > 0 || isWhole) && (
        <div className="border-t border-border px-5 py-3">
          <Button variant="link" size="sm" className="-mx-3" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${number.format(proofs.length)}`}
          </Button>
        </div>
      )}
      {opened && (
        <SubmissionDialog
          proof={proofs.find(({ id }) => id === opened.id) ?? opened}
          open={isOpen}
          onOpenChange={setOpen}
          opener={opener}
        />
      )}
    </>
  )
}

/** True for the latest rejected proof of an archived task, which the task list no longer has. */
const mayTryAgain = ({ id, taskId, status, taskArchived }: Proof, proofs: Proof[]) =>
  status === 'rejected' && taskArchived && proofs.find((other) => other.taskId === taskId)?.id === id

type SubmissionProps = { proof: Proof; onOpen: (button: HTMLElement) => void; children: ReactNode }

function Submission({ proof, onOpen, children }: SubmissionProps) {
  const { taskTitle, submittedAt, status, adminNotes, pointsAwarded } = proof
  return (
    <li className="relative flex gap-3 border-t border-border px-5 py-3 first:border-t-0 hover:bg-accent">
      <Thumbnail proof={proof} />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          dir="auto"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onOpen(currentTarget)}
          className="line-clamp-2 text-left font-semibold wrap-anywhere text-link underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {taskTitle}
        </button>
        <p className="text-sm text-muted-foreground">
          <time dateTime={submittedAt} title={exactMomentOf(submittedAt)}>
            {momentOf(submittedAt)}
          </time>
        </p>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          <StatusBadge status={status} />
          {pointsAwarded !== null && <Badge tone="points">+{number.format(pointsAwarded)} points</Badge>}
        </p>
        {adminNotes && (
          <p className="mt-1.5 text-sm wrap-anywhere">
            <span className="text-muted-foreground">Reviewer: </span>
            <q dir="auto">{adminNotes}</q>
          </p>
        )}
        {children && <div className="relative mt-2">{children}</div>}
      </div>
    </li>
  )
}

function Thumbnail({ proof: { files, contentType } }: { proof: Proof }) {
  const [broken, setBroken] = useState(false)
  const source = files.find(({ thumbnailUrl }) => thumbnailUrl)?.thumbnailUrl
  const Icon = contentType === 'video' ? Film : Image
  return (
    <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-md bg-sunken">
      {source && !broken ? (
        <img src={source} alt="" loading="lazy" className="size-full object-cover" onError={() => setBroken(true)} />
      ) : (
        <Icon aria-hidden="true" className="size-6 text-muted-foreground" />
      )}
    </span>
  )
}
