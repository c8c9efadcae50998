import { SubjectName } from '#client/ui/display/subject-name.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import { useDeleteTask } from './queries.ts'
import type { TaskActProps } from './task-dialog.tsx'

export function DeleteTaskDialog({ task, open, opener, onClose }: TaskActProps) {
  const deletion = useDeleteTask()
  return (
    <ConfirmDialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !deletion.isPending && onClose()}
      title="Are you sure you want to delete this task?"
      description={
        <>
          <SubjectName>{task.title}</SubjectName>
          <br />
          Companies no longer see it. If a company already sent a proof for it, the task is archived instead: proofs and
          points stay.
        </>
      }
      confirmLabel="Delete task"
      pendingLabel="Deleting..."
      pending={deletion.isPending}
      destructive
      onConfirm={() => void deletion.run(task, { onSuccess: onClose, onError: onClose })}
    />
  )
}
