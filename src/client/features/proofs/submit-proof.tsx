import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MessageSquareText } from 'lucide-react'
import { lazy, Suspense, useRef, useState, useTransition } from 'react'
import { clockOf, momentOf, useNow } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { draftList, isEndingSoon } from './draft-queries.ts'
import { FixFiles } from './fix/fix-files.tsx'
import { companyProofs } from './submission-queries.ts'
import { findTaskSubmission, type SubmittableTask } from './task-submission.ts'

const loadDialog = () => import('./hand-in/submission/submit-proof-dialog.tsx')
const SubmitProofDialog = lazy(() => loadDialog().then((module) => ({ default: module.SubmitProofDialog })))
const preload = () => void loadDialog().catch(() => undefined)

type Props = {
  companyId: string
  task: SubmittableTask
  titleId?: string
  showsReason?: boolean
}

/**
 * The button of a task: submits a proof, or fixes one that was sent back. After a rejection it gives the reason,
 * unless `showsReason` is false, and works for a while on a closed task.
 */
export function SubmitProof({ companyId, task, titleId, showsReason = true }: Props) {
  const { data: proofs, isPending } = useQuery(companyProofs(companyId))
  const { isSubmitted, sentBack, rejected, retryEnd, canSubmit } = findTaskSubmission(task, proofs)
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [loading, startOpening] = useTransition()
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)

  return (
    // Takes the focus when a submission disables the button that opened the dialog.
    <div ref={place} tabIndex={-1} className="flex flex-col items-start gap-2 focus:outline-none max-sm:items-stretch">
      {sentBack && <FixFiles proof={sentBack} onFixed={() => place.current?.focus()} />}
      {!sentBack && (isSubmitted || canSubmit) && (
        <Button
          variant={isSubmitted ? 'secondary' : 'primary'}
          aria-describedby={titleId}
          disabled={isSubmitted || isPending}
          pending={loading}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={({ currentTarget }) => {
            opener.current = currentTarget
            startOpening(() => {
              setWasOpen(true)
              setOpen(true)
            })
          }}
        >
          {isSubmitted && <CircleCheck aria-hidden="true" />}
          {isSubmitted ? 'Proof Submitted' : 'Submit Proof'}
        </Button>
      )}
      {rejected && showsReason && <Rejection note={rejected.adminNotes} until={retryEnd} />}
      {canSubmit && <Collected taskId={task.id} />}
      {wasOpen && (
        <Suspense>
          <SubmitProofDialog
            companyId={companyId}
            task={task}
            open={open}
            onOpenChange={setOpen}
            onSubmitted={() => {
              opener.current = place.current
              setOpen(false)
            }}
            opener={opener}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Number of collected files on any device, with a warning before they are deleted. */
function Collected({ taskId }: { taskId: string }) {
  const now = useNow()
  const { data: drafts } = useQuery(draftList)
  const draft = drafts?.find((one) => one.taskId === taskId)
  if (!draft) return null
  return (
    <p className={isEndingSoon(draft.endsAt, now) ? 'text-warning' : 'text-muted-foreground'}>
      <span className="font-semibold">
        {draft.files} {draft.files === 1 ? 'file' : 'files'} collected.
      </span>{' '}
      {isEndingSoon(draft.endsAt, now) && `Deleted at ${clockOf(draft.endsAt)} unless your team continues.`}
    </p>
  )
}

function Rejection({ note, until }: { note: string | null; until: string | undefined }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-destructive-soft px-3 py-2 text-destructive">
      <MessageSquareText aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">The last proof was rejected.</span>{' '}
        {note ? <q dir="auto">{note}</q> : !until && 'You can submit another one.'}
        {until && ` You can still submit another one until ${momentOf(until)}.`}
      </span>
    </p>
  )
}
