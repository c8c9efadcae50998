import { Archive, ArchiveRestore } from 'lucide-react'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import type { ArchivedTask } from '#contract/tasks/endpoints.ts'
import { useRestoreTask } from './queries.ts'
import { TaskRow, taskRows } from './task-management-row.tsx'

/** Deleted tasks that have proofs, most recent first. */
export function ArchivedTasks({ tasks }: { tasks: ArchivedTask[] }) {
  return (
    <section aria-labelledby="archived-tasks">
      <h2 id="archived-tasks" className="sr-only">
        Archived tasks
      </h2>
      <ul className={taskRows}>
        {tasks.map((task) => (
          <li key={task.id}>
            <ArchivedTaskRow task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ArchivedTaskRow({ task }: { task: ArchivedTask }) {
  const restoring = useRestoreTask()
  return (
    <TaskRow
      task={task}
      times={
        <p className="flex items-center gap-1.5">
          <Archive aria-hidden="true" className="size-4 shrink-0" />
          <time dateTime={task.archivedAt} title={exactMomentOf(task.archivedAt)}>
            Archived {momentOf(task.archivedAt)}
          </time>
        </p>
      }
      actions={(titleId) => (
        <Button
          variant="outline"
          size="sm"
          aria-describedby={titleId}
          pending={restoring.isPending || restoring.isSuccess}
          onClick={() => void restoring.run(task.id)}
        >
          <ArchiveRestore aria-hidden="true" />
          Restore
        </Button>
      )}
    />
  )
}
