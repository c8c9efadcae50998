import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { dateKey, nameOfDay, useNow } from '#client/platform/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { taskList } from './queries.ts'
import { type TaskAction, TaskCard } from './task-card.tsx'

interface Props {
  /** How a proof is handed in; told by the slice that knows. */
  action: TaskAction
  /** Tasks without anything left to do come last in their day. Undefined until it is known. */
  done: ReadonlySet<string> | undefined
}

/** What a company can do. */
export function AvailableTasks({ action, done }: Props) {
  const { data: tasks, error, isFetching, refetch } = useQuery(taskList)
  return (
    <section aria-labelledby="available-tasks" className="min-w-0">
      <h2 id="available-tasks" className="text-xl">
        Available Tasks
      </h2>
      {tasks && done ? (
        <Days tasks={tasks} action={action} done={done} />
      ) : error ? (
        <ErrorState
          description={sentenceOf(error, 'The tasks did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
          className={frame}
        />
      ) : (
        <Loading label="Loading the tasks…" className="mt-3 flex flex-col gap-3">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-44 w-full rounded-lg" />
          <Skeleton className="h-44 w-full rounded-lg" />
        </Loading>
      )}
    </section>
  )
}

const frame = 'mt-3 rounded-lg border border-dashed border-border'

function Days({ tasks, action, done }: { tasks: Task[]; action: Props['action']; done: ReadonlySet<string> }) {
  const now = useNow()
  // As it was when the page opened: a card must not run away from who has just used it.
  const [doneBefore] = useState(done)
  if (tasks.length === 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title="No tasks available at the moment."
        description="Check back later for new wellness activities!"
        className={frame}
      />
    )
  }
  return byDay(tasks, now).map(({ key, name, tasks: ofDay }) => (
    <section key={key} aria-labelledby={`tasks-${key}`} className="mt-3 not-first-of-type:mt-6">
      <h3 id={`tasks-${key}`} className="font-sans text-sm font-semibold tracking-normal text-muted-foreground">
        {name}
      </h3>
      <ul className="mt-2 flex flex-col gap-3">
        {openFirst(ofDay, doneBefore).map((task) => (
          <li key={task.id}>
            <TaskCard task={task} action={action} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

const openFirst = (tasks: Task[], done: ReadonlySet<string>) =>
  tasks.toSorted((a, b) => Number(done.has(a.id)) - Number(done.has(b.id)))

type Day = { key: string; name: string; tasks: Task[] }

/** The server sends the newest date first; today comes before a task that is dated ahead. */
function byDay(tasks: Task[], now: number): Day[] {
  const days = new Map<string, Day>()
  for (const task of tasks) {
    const key = dateKey(task.date)
    const day = days.get(key) ?? { key, name: nameOfDay(task.date, now), tasks: [] }
    day.tasks.push(task)
    days.set(key, day)
  }
  const today = dateKey(now)
  return [...days.values()].sort((a, b) => Number(b.key === today) - Number(a.key === today))
}
