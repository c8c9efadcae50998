import { Archive, ArchiveRestore } from 'lucide-react'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import type { ArchivedTask } from '#contract/tasks/endpoints.ts'
import { useRestoreTask } from './queries.ts'
import { TaskFacts } from './task-management-card.tsx'
import { taskGrid } from './task-management-list.tsx'

/** Deleted tasks that have proofs, most recent first. */
export function ArchivedTasks({ tasks }: { tasks: ArchivedTask[] }) {
  return (
    <section aria-labelledby="archived-tasks">
      <h2 id="archived-tasks" className="sr-only">
        Archived tasks
      </h2>
      <ul className={taskGrid}>
        {tasks.map((task) => (
          <li key={task.id} className="grid min-w-0">
            <ArchivedTaskCard task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ArchivedTaskCard({ task }: { task: ArchivedTask }) {
  const restoring = useRestoreTask()
  return (
    <TaskFacts
      task={task}
      note={
        <p className="flex items-center gap-1.5 text-sm text-muted-foreground">
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
