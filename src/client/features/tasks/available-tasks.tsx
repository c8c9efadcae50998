import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { FinishedTasks } from './finished-tasks.tsx'
import { taskList } from './queries.ts'
import { type TaskAction, TaskCard } from './task-card.tsx'
import { type Day, isFinished, orderTasks, type TaskProgress } from './task-days.ts'

interface Props {
  /** Renders the proof button; supplied by the proofs slice. */
  action: TaskAction
  /** Undefined until loaded. */
  progress: TaskProgress | undefined
  /** A link beside the heading. */
  link?: ReactNode
}

/** Open tasks of a company, and one line for the others. */
export function AvailableTasks({ action, progress, link }: Props) {
  const tasks = useQuery(taskList)
  return (
    <section aria-labelledby="available-tasks" className="min-w-0">
      <div className="flex items-center justify-between gap-x-4">
        <h2 id="available-tasks" className="text-xl">
          Available Tasks
        </h2>
        {link}
      </div>
      <QuerySection query={tasks} failure="Couldn’t load the tasks." skeleton={skeleton} errorClassName={frame}>
        {(all) => (progress ? <Tasks tasks={all} action={action} progress={progress} /> : skeleton)}
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

type TasksProps = { tasks: Task[]; action: TaskAction; progress: TaskProgress }

function Tasks({ tasks, action, progress }: TasksProps) {
  const now = useNow()
  // Frozen at mount: a task that is finished meanwhile stays where it was used.
  const [finishedBefore] = useState(() => tasks.filter((task) => isFinished(task, progress)).map(({ id }) => id))
  const isFolded = (task: Task) => finishedBefore.includes(task.id) && isFinished(task, progress)
  const open = tasks.filter((task) => !isFolded(task))
  const folded = tasks.filter(isFolded)
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
  return (
    <>
      {open.length > 0 ? (
        <TaskDays days={orderTasks(open, now, progress.again)} action={action} />
      ) : (
        <EmptyState
          icon={CircleCheck}
          title={folded.every(({ id }) => progress.done.has(id)) ? 'All done for now' : 'No task is open right now'}
          description="New tasks appear here when they open."
          className={frame}
        />
      )}
      {folded.length > 0 && (
        <FinishedTasks done={folded.filter(({ id }) => progress.done.has(id)).length} all={folded.length}>
          <TaskDays days={orderTasks(folded, now, progress.again)} action={action} />
        </FinishedTasks>
      )}
    </>
  )
}

/** Headings and cards are siblings, so that a card keeps its open dialog when its task moves to another group. */
function TaskDays({ days, action }: { days: Day[]; action: TaskAction }) {
  return (
    <div className="mt-3 flex flex-col gap-3">
      {days.flatMap(({ key, name, tasks }) => [
        <h3
          key={key}
          className="-mb-1 font-sans text-sm font-semibold tracking-normal text-muted-foreground not-first:mt-3"
        >
          {name}
        </h3>,
        ...openFirst(tasks).map((task) => <TaskCard key={task.id} task={task} action={action} />),
      ])}
    </div>
  )
}

/** Tasks that close next come first, closed ones last. */
const openFirst = (tasks: Task[]) =>
  tasks.toSorted((a, b) => ranks[a.state] - ranks[b.state] || closingOf(a) - closingOf(b))

const ranks = { open: 0, grace: 1, scheduled: 2, closed: 3 }
const closingOf = ({ closesAt }: Task) => (closesAt ? new Date(closesAt).getTime() : Number.MAX_VALUE)
