import { useQuery } from '@tanstack/react-query'
import { Camera, Clapperboard } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { ApiProblem } from '#client/platform/api.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { useUnsavedGuard } from '#client/platform/unsaved.ts'
import { onAllStored } from '#client/platform/uploads/create-uploads.ts'
import { NetworkNotice } from '#client/platform/uploads/network-notice.tsx'
import { ConfirmDialog } from '#client/ui/alert-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogBody, DialogFooter } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { fewestFiles, filesKeptDays, mostFiles } from '#contract/proofs/endpoints.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { FileProblems } from './file-problems.tsx'
import { amountOf, type Kind, kinds } from './kinds.ts'
import { Leftovers } from './leftovers.tsx'
import { HandedInElsewhere, RestoredNotice } from './notices.tsx'
import { ProofSlots } from './proof-slots.tsx'
import { companyProofs, useSubmitProof } from './queries.ts'
import { forgetKind } from './remembered.ts'
import { useAdding } from './use-adding.tsx'
import { useProofFiles } from './use-proof-files.ts'

const failure = 'Failed to submit proof'

export interface ProofFormProps {
  companyId: string
  task: Pick<Task, 'id' | 'title'>
  /** Says whether the dialog may close; while files are on their way it asks instead. */
  mayClose: RefObject<() => boolean>
  onClose: () => void
  onSubmitted: () => void
}

export function ProofForm({ companyId, task, mayClose, onClose, onSubmitted }: ProofFormProps) {
  const files = useProofFiles(companyId, task.id)
  const { kind, stored, usable, moving, running, uploads, room } = files
  const adding = useAdding(files)
  const { closeDialog } = adding
  const [wanted, setWanted] = useState<Kind>()
  const [stopping, setStopping] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const submission = useSubmitProof()
  const guard = useUnsavedGuard(running)
  const { data: proofs } = useQuery(companyProofs(companyId))
  const handedIn = !(submission.isPending || submission.isSuccess)
    ? proofs?.find(({ taskId, status }) => taskId === task.id && status !== 'rejected')
    : undefined
  const isHandedIn = handedIn !== undefined
  useEffect(() => {
    if (isHandedIn) uploads?.cancelAll()
  }, [isHandedIn, uploads])
  const isSettled = !running && files.preparing === 0

  useEffect(() => {
    if (!uploads) return
    return onAllStored(uploads, (count) => {
      uploads.clear()
      closeDialog()
      toast({ title: `${count} file(s) uploaded`, duration: 3_000 })
    })
  }, [uploads, closeDialog])

  useEffect(() => {
    mayClose.current = () => {
      setStopping(running)
      return !running
    }
  }, [mayClose, running])

  function choose(next: Kind) {
    if (stored.length + moving.length > 0) setWanted(next)
    else files.changeKind(next)
  }

  async function submit() {
    setTrouble(undefined)
    setFaults({})
    const paths = usable.map(({ path }) => path)
    try {
      const body = { taskId: task.id, companyId, contentUrls: paths, contentType: kind }
      await submission.mutateAsync(body)
      forgetKind(task.id)
      uploads?.cancelAll()
      toast({ title: 'Success!', description: 'Your proof has been submitted for review.' })
      onSubmitted()
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: failure })
      setTrouble(sentenceOf(error, failure))
      setFaults(faultsOf(error, paths))
    }
  }

  if (handedIn) {
    return (
      <>
        <DialogBody>
          <HandedInElsewhere at={handedIn.submittedAt} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </>
    )
  }

  const words = kinds[kind]
  const AddIcon = kind === 'image' ? Camera : Clapperboard
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        <NetworkNotice />
        <RestoredNotice files={files} onReselect={adding.add} />
        <Leftovers files={files} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Field label="Content Type" className="min-w-40 flex-1 sm:max-w-60">
            <Select value={kind} onChange={({ target }) => choose(target.value as Kind)}>
              {Object.entries(kinds).map(([value, { option }]) => (
                <option key={value} value={value}>
                  {option}
                </option>
              ))}
            </Select>
          </Field>
          <div className="flex gap-2 max-sm:flex-1">
            {(adding.picksDirectly || moving.length === 0) && (
              <Button
                variant={stored.length + moving.length < fewestFiles ? 'primary' : 'outline'}
                disabled={!uploads || room <= 0}
                onClick={adding.add}
                className="max-sm:flex-1"
              >
                <AddIcon aria-hidden="true" />
                Add {words.many}
              </Button>
            )}
            {(adding.picksDirectly || moving.length > 0) && (
              <Button variant="outline" disabled={!uploads} onClick={adding.openDialog}>
                {moving.length > 0 ? 'Show upload' : 'More ways'}
              </Button>
            )}
          </div>
        </div>
        <ProofSlots files={files} onAdd={adding.add} />
        <FileProblems files={files} faults={faults} onAdd={adding.add} />
        <p role="status" className="font-semibold tabular-nums">
          Uploaded Files: {usable.length} / {fewestFiles} minimum
        </p>
        {room <= 0 && <p className="text-muted-foreground">Maximum 10 files allowed</p>}
        <p className="max-w-prose text-sm text-muted-foreground">
          We remove location and device data. Only your company and the organisers see your {words.many}. We delete them{' '}
          {filesKeptDays} days after review. Faces do not have to be visible.
        </p>
        {trouble && (
          <p role="alert" className="font-medium text-destructive">
            {trouble}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" disabled={submission.isPending} onClick={() => mayClose.current() && onClose()}>
          Cancel
        </Button>
        <Button
          disabled={usable.length < fewestFiles || usable.length > mostFiles || !isSettled}
          pending={submission.isPending}
          onClick={() => void submit()}
        >
          Submit Proof ({usable.length}/{fewestFiles})
        </Button>
      </DialogFooter>

      {adding.element}
      <ConfirmDialog
        open={wanted !== undefined}
        onOpenChange={(open) => !open && setWanted(undefined)}
        title={`Change to ${kinds[wanted ?? kind].many}?`}
        description={`A proof is either photos or videos. Your ${amountOf(stored.length + moving.length, kind)} will be taken out of this proof. We keep uploaded files for 24 hours.`}
        confirmLabel={`Change to ${kinds[wanted ?? kind].many}`}
        cancelLabel={`Keep the ${words.many}`}
        onConfirm={() => {
          if (wanted) files.changeKind(wanted)
          setWanted(undefined)
        }}
      />
      <ConfirmDialog
        open={stopping || guard.asking}
        onOpenChange={(open) => {
          if (open) return
          setStopping(false)
          guard.stay()
        }}
        title="Stop the upload?"
        description={`${amountOf(moving.length, kind)} still on the way. What has arrived is kept for 24 hours.`}
        confirmLabel="Stop the upload"
        cancelLabel="Keep uploading"
        destructive
        onConfirm={() => {
          uploads?.cancelAll()
          setStopping(false)
          if (guard.asking) guard.leave()
          else onClose()
        }}
      />
    </>
  )
}

/** The server names files by their place in the list. */
function faultsOf(error: unknown, paths: string[]): Record<string, string> {
  const fields = error instanceof ApiProblem ? error.fields : {}
  const named = paths.flatMap((path, index) => {
    const fault = fields[`contentUrls.${index}`]
    return fault ? [[path, fault] as const] : []
  })
  return Object.fromEntries(named)
}
