import { CircleAlert, CircleCheck, ClipboardPaste } from 'lucide-react'
import { caloriesText, pointsText } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { mostTasksAtOnce } from '#contract/tasks/endpoints.ts'
import { DayAndTime } from '../task-times.tsx'
import type { PlannedTask } from './parse-tasks.ts'

/** Preview of the parsed tasks, row by row, with their errors. */
export function PlanPreview({ tasks, isTooMany }: { tasks: PlannedTask[]; isTooMany: boolean }) {
  const wrong = tasks.filter(({ errors }) => errors.length > 0).length
  return (
    <section aria-labelledby="plan-preview" className="flex min-w-0 flex-col gap-3">
      <h3 id="plan-preview" className="text-lg">
        Preview
      </h3>
      <p role="status" className={cn('font-medium', wrong || isTooMany ? 'text-destructive' : 'text-muted-foreground')}>
        {summaryOf(tasks.length, wrong, isTooMany)}
      </p>
      {tasks.length === 0 ? (
        <EmptyState
          icon={ClipboardPaste}
          title="Nothing to create yet"
          description="What you copy or paste is checked here before it is created."
          className="rounded-lg border border-dashed border-border"
        />
      ) : (
        <ol className="flex flex-col divide-y divide-border rounded-lg border border-border">
          {tasks.map((task, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <PlannedRow key={nth} number={nth + 1} task={task} />
          ))}
        </ol>
      )}
    </section>
  )
}

function summaryOf(all: number, wrong: number, isTooMany: boolean): string {
  if (all === 0) return ''
  if (isTooMany) return `${all} rows: at most ${mostTasksAtOnce} tasks are created at once.`
  if (wrong > 0)
    return `${wrong} of ${all} ${all === 1 ? 'row' : 'rows'} ${wrong === 1 ? 'needs' : 'need'} a correction.`
  return all === 1 ? '1 row is valid.' : `All ${all} rows are valid.`
}

function PlannedRow({
  number,
  task: { title, opensAt, closesAt, body, errors },
}: {
  number: number
  task: PlannedTask
}) {
  const isRight = errors.length === 0
  const Icon = isRight ? CircleCheck : CircleAlert
  return (
    <li className="flex gap-3 px-4 py-3">
      <span className="w-6 shrink-0 text-right font-semibold text-muted-foreground tabular-nums">{number}</span>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {title || 'No title'}
        </p>
        <p className="text-sm text-muted-foreground">
          {opensAt ? (
            <>
              Opens <DayAndTime at={opensAt} />
            </>
          ) : (
            'Opens at once'
          )}
          {closesAt && (
            <>
              {' · '}Closes <DayAndTime at={closesAt} />
            </>
          )}
          {body && ` · ${pointsText(body.pointsReward ?? 10)} · ${caloriesText(body.caloriesBurned ?? 50)}`}
        </p>
        {errors.map((error) => (
          <p key={error} className="mt-1 text-sm font-medium text-destructive">
            {error}
          </p>
        ))}
      </div>
      <Icon
        role="img"
        aria-label={isRight ? 'Right' : 'To correct'}
        className={cn('mt-0.5 size-5 shrink-0', isRight ? 'text-success' : 'text-destructive')}
      />
    </li>
  )
}
