import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { taskList } from './queries.ts'
import { type TaskAction, TaskCard } from './task-card.tsx'
import { orderTasks } from './task-days.ts'

interface Props {
  /** Renders the proof button; supplied by the proofs slice. */
  action: TaskAction
  /** Ids of completed tasks, which come last in their day. Undefined until loaded. */
  done: ReadonlySet<string> | undefined
  /** Ids of tasks whose last proof was rejected or sent back; they come first. */
  unfinished: ReadonlySet<string>
}

/** Open tasks of a company. */
export function AvailableTasks({ action, done, unfinished }: Props) {
  const tasks = useQuery(taskList)
  return (
    <section aria-labelledby="available-tasks" className="min-w-0">
      <h2 id="available-tasks" className="text-xl">
        Available Tasks
      </h2>
      <QuerySection query={tasks} failure="The tasks did not load." skeleton={skeleton} errorClassName={frame}>
        {(all) => (done ? <Days tasks={all} action={action} done={done} unfinished={unfinished} /> : skeleton)}
      </QuerySection>
    </section>
  )
}

const skeleton = (
  <Loading label="Loading the tasks…" className="mt-3 flex flex-col gap-3">
    <Skeleton className="h-6 w-24" />
    <Skeleton className="h-44 w-full rounded-lg" />
    <Skeleton className="h-44 w-full rounded-lg" />
  </Loading>
)

const frame = 'mt-3 rounded-lg border border-dashed border-border'

type DaysProps = { tasks: Task[]; action: TaskAction; done: ReadonlySet<string>; unfinished: ReadonlySet<string> }

function Days({ tasks, action, done, unfinished }: DaysProps) {
  const now = useNow()
  // Frozen at mount, so that a card does not move after its use.
  const [doneBefore] = useState(done)
  const [unfinishedBefore] = useState(unfinished)
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
  return orderTasks(tasks, now, { done: doneBefore, unfinished: unfinishedBefore }).map(
    ({ key, name, tasks: ofDay }) => (
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
    ),
  )
}

/** Tasks that close next come first, completed or closed ones last. */
const openFirst = (tasks: Task[], done: ReadonlySet<string>) =>
  tasks.toSorted((a, b) => rankOf(a, done) - rankOf(b, done) || closingOf(a) - closingOf(b))

const ranks = { open: 0, grace: 1, scheduled: 2, closed: 3 }
const rankOf = ({ id, state }: Task, done: ReadonlySet<string>) => (done.has(id) ? 2 : ranks[state])
const closingOf = ({ closesAt }: Task) => (closesAt ? new Date(closesAt).getTime() : Number.MAX_VALUE)
