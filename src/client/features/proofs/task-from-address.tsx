import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { taskList } from '#client/features/tasks/queries.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { navigateFromPage } from '#client/ui/overlays/overlay-history.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { fixId } from './fix/fix-id.ts'
import { forgetInterruptedUpload, recallInterruptedUpload } from './hand-in/submission/interrupted-upload.ts'
import { companyProofs } from './submission-queries.ts'
import { findTaskSubmission, type SubmittableTask } from './task-submission.ts'

const SubmitProofDialog = lazy(() =>
  import('./hand-in/submission/submit-proof-dialog.tsx').then((module) => ({ default: module.SubmitProofDialog })),
)

/** Opens the dialog of a task by the link of an email, and again after a reload that has cut off an upload. */
export function TaskFromAddress({ companyId }: { companyId: string }) {
  const linked = new URLSearchParams(useSearch()).get('task')
  const [interrupted, setInterrupted] = useState(recallInterruptedUpload)
  const [, navigate] = useLocation()
  const { data: tasks } = useQuery(taskList)
  const { data: proofs } = useQuery(companyProofs(companyId))
  const [opened, setOpened] = useState<SubmittableTask>()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)
  const requested = linked ?? interrupted

  function finish() {
    setOpen(false)
    setInterrupted(null)
    forgetInterruptedUpload()
    if (linked) navigateFromPage(() => navigate(paths.home, { replace: true }))
  }

  const isLoaded = tasks !== undefined && proofs !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request; later changes are shown by the dialog itself
  useEffect(() => {
    if (!requested || !isLoaded) return
    const ofTask = proofs.find(({ taskId }) => taskId === requested)
    const archived = ofTask && { id: requested, title: ofTask.taskTitle }
    const task = tasks.find(({ id }) => id === requested) ?? archived
    const submission = task && findTaskSubmission(task, proofs)
    if (submission?.canSubmit) {
      setOpened(task)
      setOpen(true)
      return
    }
    const fix = submission?.sentBack && document.getElementById(fixId(submission.sentBack.id))
    if (fix) {
      fix.scrollIntoView()
      fix.focus({ preventScroll: true })
    } else if (linked) toast(whyNotOpened(task, submission?.isSubmitted ?? false))
    finish()
  }, [requested, isLoaded])

  if (!opened) return null
  return (
    <Suspense>
      <SubmitProofDialog
        companyId={companyId}
        task={opened}
        open={isOpen}
        onOpenChange={(open) => !open && finish()}
        onSubmitted={finish}
        opener={opener}
      />
    </Suspense>
  )
}

function whyNotOpened(task: SubmittableTask | undefined, isSubmitted: boolean) {
  if (!task) return { title: 'Task not available', description: 'It was removed, or it is not open yet.' }
  return isSubmitted
    ? { title: 'Proof submitted', description: `There is a proof for ${task.title} already.` }
    : { title: 'Task closed', description: `Proofs for ${task.title} are no longer accepted.` }
}
