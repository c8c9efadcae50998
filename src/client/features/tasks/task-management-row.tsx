import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Flame, Lock, Medal, PlayCircle } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { caloriesText, pointsText } from '#client/platform/formats/amounts.ts'
import { exactMomentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { taskProofCounts } from './queries.ts'
import { DayAndTime } from './task-times.tsx'

export type TaskAction = 'edit' | 'delete'
export type OpenTaskDialog = (act: TaskAction, task: Task, opener: HTMLElement) => void

/** The list around the rows. */
export const taskRows = '@container divide-y divide-border overflow-clip rounded-lg border border-border bg-surface'

export function ManagedTaskRow({ task, onAct }: { task: Task; onAct: OpenTaskDialog }) {
  return (
    <TaskRow
      task={task}
      times={<Times task={task} />}
      actions={(titleId) => (
        <>
          <Button
            variant="outline"
            size="sm"
            aria-describedby={titleId}
            onClick={({ currentTarget }) => onAct('edit', task, currentTarget)}
          >
            Edit
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-describedby={titleId}
            onClick={({ currentTarget }) => onAct('delete', task, currentTarget)}
            className="[&]:text-destructive"
          >
            Delete
          </Button>
        </>
      )}
    />
  )
}

interface TaskRowProps {
  task: Task
  times: ReactNode
  /** Buttons which the title describes. */
  actions: (titleId: string) => ReactNode
}

export function TaskRow({ task, times, actions }: TaskRowProps) {
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 @5xl:grid @5xl:grid-cols-[minmax(0,1fr)_11rem_10.5rem_10.5rem_9rem] @5xl:py-1.5"
    >
      <div className="min-w-0 max-@5xl:w-full">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <h3 id={titleId} dir="auto" className="text-base leading-6 wrap-anywhere">
            {task.title}
          </h3>
          <State task={task} />
        </div>
        <p
          dir="auto"
          title={task.description ?? undefined}
          className="line-clamp-2 text-sm wrap-anywhere text-muted-foreground @5xl:line-clamp-1"
        >
          {task.description}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-sm">
        <span className="inline-flex items-center gap-1 font-semibold text-points">
          <Medal aria-hidden="true" className="size-3.5" />
          {pointsText(task.pointsReward)}
        </span>
        <span className="inline-flex items-center gap-1 font-semibold text-calories">
          <Flame aria-hidden="true" className="size-3.5" />
          {caloriesText(task.caloriesBurned)}
        </span>
        <Tutorial url={task.youtubeUrl} of={task.title} />
      </div>
      <div className="text-sm text-muted-foreground empty:max-@5xl:hidden">{times}</div>
      <Proofs taskId={task.id} />
      <div className="flex gap-1 max-@5xl:w-full @5xl:justify-end">{actions(titleId)}</div>
    </article>
  )
}

/** The state for companies; nothing while the task is open. */
function State({ task: { state } }: { task: Task }) {
  if (state === 'scheduled') {
    return (
      <Badge tone="info" icon={CalendarClock}>
        Not open yet
      </Badge>
    )
  }
  return state === 'closed' || state === 'grace' ? <Badge icon={Lock}>Closed</Badge> : null
}

function Times({ task: { opensAt, closesAt, state } }: { task: Task }) {
  return (
    <>
      {opensAt && <Moment label={state === 'scheduled' ? 'Opens' : 'Opened'} at={opensAt} />}
      {closesAt && <Moment label={state === 'closed' || state === 'grace' ? 'Closed' : 'Closes'} at={closesAt} />}
    </>
  )
}

function Moment({ label, at }: { label: string; at: string }) {
  return (
    <time dateTime={at} title={exactMomentOf(at)} className="block">
      {label} <DayAndTime at={at} />
    </time>
  )
}

function Proofs({ taskId }: { taskId: string }) {
  const { data, isPending } = useQuery(taskProofCounts)
  if (isPending) return <Skeleton className="h-5 w-32" />
  const counts = data?.get(taskId)
  if (!counts) return <p className="text-sm text-muted-foreground">{data ? 'No proofs yet' : ''}</p>
  const states = [
    { count: counts.pending, word: 'pending' },
    { count: counts.approved, word: 'approved' },
    { count: counts.rejected, word: 'rejected' },
  ].filter(({ count }) => count > 0)
  const total = counts.pending + counts.approved + counts.rejected
  return (
    <div className="text-sm tabular-nums">
      <p className="font-semibold">{total === 1 ? '1 proof' : `${number.format(total)} proofs`}</p>
      <p className="text-muted-foreground">
        {states.map(({ count, word }) => `${number.format(count)} ${word}`).join(', ')}
      </p>
    </div>
  )
}

const number = new Intl.NumberFormat('en')

function Tutorial({ url, of }: { url: string | null; of: string }) {
  if (!url) return <span className="text-muted-foreground">No tutorial</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 font-semibold text-link underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <PlayCircle aria-hidden="true" className="size-4" />
      <span>
        Tutorial<span className="sr-only"> available for {of}</span>
      </span>
    </a>
  )
}
