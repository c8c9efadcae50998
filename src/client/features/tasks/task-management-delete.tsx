import { sentenceOf } from '#client/platform/forms.ts'
import { runMutation } from '#client/platform/run-mutation.ts'
import { ConfirmDialog } from '#client/ui/alert-dialog.tsx'
import { FocusReturn } from '#client/ui/focus-return.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { useDeleteTask } from './queries.ts'
import type { TaskActProps } from './task-dialog.tsx'

export function DeleteTaskDialog({ task, open, opener, onClose }: TaskActProps) {
  const deletion = useDeleteTask()

  function remove() {
    void runMutation(deletion, task.id, {
      onSuccess: ({ archived }) => {
        onClose()
        toast({
          title: 'Task deleted successfully',
          description: archived ? `${task.title} has proofs, so it was archived. Proofs and points stay.` : task.title,
        })
      },
      onError: (error) => {
        onClose()
        toast({
          variant: 'destructive',
          title: 'Failed to delete task',
          description: sentenceOf(error, 'The task is still there.'),
        })
      },
    })
  }

  return (
    <ConfirmDialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !deletion.isPending && onClose()}
      title="Are you sure you want to delete this task?"
      description={
        <>
          <bdi className="font-semibold wrap-anywhere text-foreground">{task.title}</bdi>
          <br />
          Companies no longer see it. If a company already sent a proof for it, the task is archived instead: proofs and
          points stay.
        </>
      }
      confirmLabel="Delete task"
      pendingLabel="Deleting..."
      pending={deletion.isPending}
      destructive
      onConfirm={remove}
    />
  )
}
