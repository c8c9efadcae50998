import { CalendarClock, Flame, Lock, Medal, Pencil, PlayCircle, Trash2, VideoOff } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { caloriesText, pointsText } from '#client/platform/formats/amounts.ts'
import { exactMomentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { DayAndTime } from './task-times.tsx'

export type TaskAction = 'edit' | 'delete'
export type OpenTaskDialog = (act: TaskAction, task: Task, opener: HTMLElement) => void

export function TaskManagementCard({ task, onAct }: { task: Task; onAct: OpenTaskDialog }) {
  return (
    <TaskFacts
      task={task}
      actions={(titleId) => (
        <>
          <Button
            variant="outline"
            size="sm"
            aria-describedby={titleId}
            onClick={({ currentTarget }) => onAct('edit', task, currentTarget)}
          >
            <Pencil aria-hidden="true" />
            Edit
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-describedby={titleId}
            onClick={({ currentTarget }) => onAct('delete', task, currentTarget)}
          >
            <Trash2 aria-hidden="true" className="text-destructive" />
            Delete
          </Button>
        </>
      )}
    />
  )
}

interface TaskFactsProps {
  task: Task
  /** Above the title. */
  note?: ReactNode
  /** Buttons below, which the title describes. */
  actions: (titleId: string) => ReactNode
}

export function TaskFacts({ task, note, actions }: TaskFactsProps) {
  const titleId = useId()
  return (
    <article
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-border bg-surface p-5"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {note}
        <h3 id={titleId} dir="auto" className="text-lg wrap-anywhere">
          {task.title}
        </h3>
        <p dir="auto" className="line-clamp-4 max-w-prose whitespace-pre-line wrap-anywhere text-muted-foreground">
          {task.description}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Badge tone="points" icon={Medal}>
          {pointsText(task.pointsReward)}
        </Badge>
        <Badge tone="calories" icon={Flame}>
          {caloriesText(task.caloriesBurned)}
        </Badge>
      </div>
      <Times task={task} />
      <Tutorial url={task.youtubeUrl} of={task.title} />
      <div className="flex gap-2 border-t border-border pt-3">{actions(titleId)}</div>
    </article>
  )
}

/** Opening and closing time, and the resulting state for companies. */
function Times({ task: { opensAt, closesAt, state } }: { task: Task }) {
  if (!opensAt && !closesAt) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
      {state === 'scheduled' && (
        <Badge tone="info" icon={CalendarClock}>
          Not open yet
        </Badge>
      )}
      {(state === 'closed' || state === 'grace') && <Badge icon={Lock}>Closed</Badge>}
      {opensAt && <Moment label={state === 'scheduled' ? 'Opens' : 'Opened'} at={opensAt} />}
      {closesAt && <Moment label={state === 'closed' || state === 'grace' ? 'Closed' : 'Closes'} at={closesAt} />}
    </div>
  )
}

function Moment({ label, at }: { label: string; at: string }) {
  return (
    <time dateTime={at} title={exactMomentOf(at)}>
      {label} <DayAndTime at={at} />
    </time>
  )
}

function Tutorial({ url, of }: { url: string | null; of: string }) {
  if (!url) {
    return (
      <span className="flex items-center gap-1.5 text-sm text-muted-foreground pointer-coarse:min-h-11">
        <VideoOff aria-hidden="true" className="size-4" />
        No tutorial
      </span>
    )
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex w-fit items-center gap-1.5 text-sm font-semibold text-link underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <PlayCircle aria-hidden="true" className="size-4" />
      <span>
        Tutorial available<span className="sr-only"> for {of}</span>
      </span>
    </a>
  )
}
