import { type RefObject, useEffect, useState } from 'react'
import { useUnsavedGuard } from '#client/platform/unsaved.ts'
import { NetworkNotice } from '#client/platform/uploads/network-notice.tsx'
import { HeicStatus } from '#client/platform/uploads/smaller/heic-status.tsx'
import { onAllStored } from '#client/platform/uploads/uppy/create-uploads.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { DialogBody, DialogFooter } from '#client/ui/overlays/dialog.tsx'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { fewestFiles, filesKeptDays, mostFiles } from '#contract/proofs/endpoints.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { kinds } from '../../files/kinds.ts'
import { FileProblems } from '../draft/file-problems.tsx'
import { LeftOut } from '../draft/left-out.tsx'
import type { ProofDraft } from '../draft/proof-draft.ts'
import { ProofSlots } from '../draft/proof-slots.tsx'
import { type Adding, useAdding } from '../draft/use-adding.tsx'
import { useDraft, useProofDraft } from '../draft/use-draft.ts'
import { AddFiles } from './add-files.tsx'
import { FileSettings } from './file-settings.tsx'
import { useRememberedUpload } from './interrupted-upload.ts'
import { EndingNotice, RestoredNotice, SubmittedElsewhere } from './notices.tsx'
import { StopUploadDialog, useKindChange } from './proof-dialogs.tsx'
import { useProofSubmission } from './use-proof-submission.ts'

interface ProofFormProps {
  companyId: string
  task: Pick<Task, 'id' | 'title'>
  /** Returns whether the dialog may close; during an upload it opens a confirmation and returns false. */
  mayClose: RefObject<() => boolean>
  onClose: () => void
  onSubmitted: () => void
}

export function ProofForm({ companyId, task, mayClose, onClose, onSubmitted }: ProofFormProps) {
  const draft = useProofDraft(companyId, task.id)
  const { usable, running, converting, preparing, waiting } = useDraft(
    draft,
    'usable',
    'running',
    'converting',
    'preparing',
    'waiting',
  )
  const waits = waiting.some(({ problem }) => !problem)
  const adding = useAdding(draft)
  const kindChange = useKindChange(draft)
  const submission = useProofSubmission({ companyId, taskId: task.id, draft, onSubmitted })
  const [stopping, setStopping] = useState(false)
  const guard = useUnsavedGuard(running)
  useRememberedUpload(task.id, running)
  useCloseWhenStored(draft, adding)

  useEffect(() => {
    mayClose.current = () => {
      setStopping(running)
      return !running
    }
  }, [mayClose, running])

  if (submission.submittedElsewhere)
    return (
      <>
        <DialogBody>
          <SubmittedElsewhere at={submission.submittedElsewhere.submittedAt} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </>
    )

  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <NetworkNotice />
        <RestoredNotice draft={draft} onReselect={adding.add} />
        <EndingNotice draft={draft} />
        <AddFiles draft={draft} adding={adding} task={task} />
        {/* Above the slots: below them a phone would not show it, and the slots stay empty during a conversion. */}
        <HeicStatus converting={converting} onStop={draft.stopConverting} />
        <ProofSlots draft={draft} onAdd={adding.add} />
        <Amount draft={draft} />
        <FileProblems draft={draft} faults={submission.fileProblems} onAdd={adding.add} />
        <LeftOut draft={draft} />
        <FileSettings draft={draft} onKind={kindChange.change} />
        <Privacy draft={draft} />
        {submission.problem && (
          <p role="alert" className="font-medium text-destructive">
            {submission.problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" disabled={submission.isPending} onClick={() => mayClose.current() && onClose()}>
          Cancel
        </Button>
        <Button
          disabled={usable.length < fewestFiles || usable.length > mostFiles || running || preparing > 0 || waits}
          pending={submission.isPending}
          onClick={submission.submit}
        >
          Submit Proof ({usable.length}/{fewestFiles})
        </Button>
      </DialogFooter>

      {adding.element}
      {kindChange.dialog}
      <StopUploadDialog
        draft={draft}
        open={stopping || guard.asking}
        onKeep={() => {
          setStopping(false)
          guard.stay()
        }}
        onStop={() => {
          setStopping(false)
          if (guard.asking) guard.leave()
          else onClose()
        }}
      />
    </>
  )
}

/** Closes the upload dialog once every file in it is uploaded or in the offline queue. */
function useCloseWhenStored(draft: ProofDraft, { closeDialog }: Adding) {
  const { uploads, waiting } = useDraft(draft, 'uploads', 'waiting')
  const kept = waiting.length
  useEffect(() => {
    if (kept > 0 && uploads?.getFiles().length === 0) closeDialog()
  }, [kept, uploads, closeDialog])
  useEffect(() => {
    if (!uploads) return
    return onAllStored(uploads, (count) => {
      uploads.clear()
      closeDialog()
      toast({ title: `${count} file(s) uploaded`, duration: 3_000 })
    })
  }, [uploads, closeDialog])
}

function Amount({ draft }: { draft: ProofDraft }) {
  const { usable, chosenCount } = useDraft(draft, 'usable', 'chosenCount')
  return (
    <>
      <p role="status" className="font-semibold tabular-nums">
        Uploaded Files: {usable.length} / {fewestFiles} minimum
      </p>
      {chosenCount >= mostFiles && <p className="text-muted-foreground">Maximum 10 files allowed</p>}
    </>
  )
}

function Privacy({ draft }: { draft: ProofDraft }) {
  const { kind } = useDraft(draft, 'kind')
  return (
    <p className="max-w-prose text-sm text-muted-foreground">
      We remove location and device data. Only your company and the organisers see your {kinds[kind].many}. We delete
      them {filesKeptDays} days after review. Faces do not have to be visible.
    </p>
  )
}
