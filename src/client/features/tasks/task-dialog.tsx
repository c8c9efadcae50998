import { Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Dialog } from '#client/ui/overlays/dialog.tsx'
import { FocusReturn } from '#client/ui/overlays/focus-return.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { useCreateTask, useEditTask } from './queries.ts'
import { blankFields, bodyOf, fieldsOf } from './task-fields.ts'
import { TaskForm } from './task-form.tsx'

/** The two screens that create tasks have different defaults. */
const places = {
  tasks: { start: { pointsReward: 10, caloriesBurned: 50 }, least: 1 },
  dashboard: { start: { pointsReward: 50, caloriesBurned: 50 }, least: 0 },
} as const

interface CreateTaskDialogProps {
  place: keyof typeof places
  /** For an opener elsewhere, instead of the dialog's own button. */
  opened?: Pick<TaskActProps, 'open' | 'opener' | 'onClose'>
}

export function CreateTaskDialog({ place, opened }: CreateTaskDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const close = opened?.onClose ?? (() => setOpen(false))
  const creation = useCreateTask(place)
  const { start, least } = places[place]
  return (
    <Dialog
      open={opened?.open ?? isOpen}
      onOpenChange={(next) => !creation.isPending && (next ? setOpen(true) : close())}
      trigger={
        opened ? (
          <FocusReturn to={opened.opener} />
        ) : (
          <Button>
            <Plus aria-hidden="true" />
            Create Task
          </Button>
        )
      }
      title="Create Task"
      description="Every company sees it at once, or when it opens."
    >
      <TaskForm
        start={blankFields(start)}
        least={least}
        submitLabel="Create Task"
        pendingLabel="Creating..."
        save={(fields, onError) => creation.run(bodyOf(fields), { onSuccess: close, onError })}
      />
    </Dialog>
  )
}

export interface TaskActProps {
  task: Task
  open: boolean
  /** Takes the focus back when the dialog closes. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

export function EditTaskDialog({ task, open, opener, onClose }: TaskActProps) {
  const edit = useEditTask()
  return (
    <Dialog
      trigger={<FocusReturn to={opener} />}
      open={open}
      onOpenChange={(next) => !next && !edit.isPending && onClose()}
      title="Edit Task"
      description="Points that were already awarded stay as they are."
    >
      <TaskForm
        start={fieldsOf(task)}
        least={1}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        save={(fields, onError) => edit.run({ id: task.id, ...bodyOf(fields, task) }, { onSuccess: onClose, onError })}
      />
    </Dialog>
  )
}
