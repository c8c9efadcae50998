import { ListChecks } from 'lucide-react'
import { useId, useState } from 'react'
import { amount } from '#client/platform/formats/amounts.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { definitions } from '#contract/analytics/definitions.ts'
import type { TaskAnalytics } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import { smallestGroup } from '#contract/analytics/suppression.ts'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { LaneMark } from '../charts/lane-mark.tsx'
import { useMarks } from '../charts/use-marks.ts'
import { describeTask, hasFewDecisions, orderTasks } from './ordering/task-order.ts'

const atFirst = 8

/** Approval rate of each task's reviewed proofs, highest first. */
export function TaskChart({ tasks }: { tasks: TaskAnalytics[] }) {
  const [all, setAll] = useState(false)
  const ordered = orderTasks(tasks)
  const visible = all ? ordered : ordered.slice(0, atFirst)
  const { onKeyDown, markProps } = useMarks(visible.length)
  const hatch = useId()
  return (
    <ChartFigure
      title="Tasks by success"
      name="Tasks by success"
      number="taskSuccess"
      table={{
        columns: [
          'Task',
          definitions.taskSuccess.name,
          definitions.approvedProofs.name,
          definitions.rejectedProofs.name,
          definitions.pendingProofs.name,
          definitions.taskReach.name,
        ],
        rows: ordered.map(({ id, title, success, proofs, reach }) => ({
          key: id,
          cells: [
            title,
            formatNumber('share', success),
            ...[proofs.approved, proofs.rejected, proofs.pending].map(amount),
            formatNumber('share', reach),
          ],
        })),
      }}
    >
      {tasks.length === 0 ? (
        <EmptyState icon={ListChecks} title="No tasks yet" description="A task appears here once it is on offer." />
      ) : (
        <>
          <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted-foreground">
            <Key className="fill-chart-5 forced-colors:fill-[CanvasText]">Approved</Key>
            <Key hatch={hatch}>Rejected</Key>
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: the marks of a chart. */}
          <div
            role="group"
            aria-label="Tasks by success. Arrow keys go from task to task."
            onKeyDown={onKeyDown}
            className="grid gap-x-10 gap-y-4 @3xl:grid-cols-2"
          >
            {visible.map((task, index) => (
              <div key={task.id} {...markProps(index, describeTask(task))} className="rounded-sm">
                <div className="flex items-baseline justify-between gap-4">
                  <span className="wrap-anywhere">{task.title}</span>
                  <span className="font-semibold tabular-nums">{formatNumber('share', task.success)}</span>
                </div>
                <LaneMark hatch={hatch} share={task.success} hasRest={task.proofs.rejected > 0} />
                <p className="text-sm text-muted-foreground tabular-nums">{countsOf(task)}</p>
                {task.success !== null && hasFewDecisions(task) && (
                  <p className="text-sm text-muted-foreground">
                    Fewer than {smallestGroup} decisions, so it is not ranked.
                  </p>
                )}
              </div>
            ))}
          </div>
        </>
      )}
      {ordered.length > atFirst && (
        <Button variant="link" size="sm" onClick={() => setAll(!all)} className="mt-2 self-start px-0 print:hidden">
          {all ? `Show the first ${atFirst}` : `Show all ${amount(ordered.length)} tasks`}
        </Button>
      )}
    </ChartFigure>
  )
}

const countsOf = ({ proofs: { approved, rejected, pending }, reach }: TaskAnalytics) =>
  approved + rejected + pending === 0
    ? 'No proofs in this period'
    : `${amount(approved)} approved, ${amount(rejected)} rejected, ${amount(pending)} pending · ${definitions.taskReach.name.toLowerCase()} ${formatNumber('share', reach)} of the companies`

function Key({ hatch, className, children }: { hatch?: string; className?: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg width="20" height="10" aria-hidden="true" className="rounded-full">
        <rect width="20" height="10" {...(hatch ? { fill: `url(#${hatch})` } : {})} className={className} />
        {hatch && (
          <defs>
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className="fill-surface" />
              <rect width="3" height="6" className="fill-chart-2 forced-colors:fill-[CanvasText]" />
            </pattern>
          </defs>
        )}
      </svg>
      {children}
    </span>
  )
}
