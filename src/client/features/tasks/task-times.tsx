import { useQueryClient } from '@tanstack/react-query'
import { Hourglass, Lock } from 'lucide-react'
import { clockOf, dateKey, exactMomentOf, useNow } from '#client/platform/formats/dates.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import { cn } from '#client/ui/cn.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { endOfGrace } from '#contract/tasks/rules.ts'
import { describeRemaining, useCountdown } from './countdown.ts'
import { taskList } from './queries.ts'

/** Deadline of a task; renders nothing without one. */
export function TaskTimes({ task }: { task: Task }) {
  const { closesAt, state } = task
  if (!closesAt) return null
  if (state === 'open') return <OpenUntil task={task} closesAt={closesAt} />
  return (
    <p className="flex items-start gap-1.5 text-sm font-medium text-muted-foreground">
      <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <Closed closesAt={closesAt} isGrace={state === 'grace'} />
      </span>
    </p>
  )
}

const hour = 3_600_000

function OpenUntil({ task, closesAt }: { task: Task; closesAt: string }) {
  const client = useQueryClient()
  // Take the state from the server, because this device's clock may be wrong.
  const remaining = useCountdown(closesAt, () => void client.invalidateQueries(taskList))
  const isSoon = remaining < hour
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className={cn('flex items-start gap-1.5 font-medium', isSoon ? 'text-warning' : 'text-muted-foreground')}>
        <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          <span className="tabular-nums">
            {remaining > 0 ? `Closes in ${describeRemaining(remaining)}` : 'Closes now'}
          </span>
          {' · '}
          <time dateTime={closesAt} title={exactMomentOf(closesAt)}>
            <DayAndTime at={closesAt} />
          </time>
        </span>
      </p>
      <ChangeNote task={task} />
    </div>
  )
}

function Closed({ closesAt, isGrace }: { closesAt: string; isGrace: boolean }) {
  const moment = (
    <time dateTime={closesAt} title={exactMomentOf(closesAt)}>
      <DayAndTime at={closesAt} />
    </time>
  )
  if (!isGrace) return <>Closed {moment}. Proofs are no longer accepted.</>
  return (
    <>
      Closed {moment}. Photos and videos whose upload began before that can be submitted until{' '}
      {clockOf(endOfGrace(closesAt).toISOString())}.
    </>
  )
}

const noteFor = 24 * hour

/** Marks a changed deadline, for people who planned with the old one. */
function ChangeNote({ task: { closingChangedAt, previousClosesAt } }: { task: Task }) {
  const now = useNow()
  if (!closingChangedAt || now - new Date(closingChangedAt).getTime() > noteFor) return null
  return (
    <p className="w-fit rounded-sm bg-info-soft px-2 py-1 text-info">
      The closing time was changed.{' '}
      {previousClosesAt ? (
        <>
          Before: <DayAndTime at={previousClosesAt} />.
        </>
      ) : (
        'There was none before.'
      )}
    </p>
  )
}

/** today, 18:00 */
export function DayAndTime({ at }: { at: string }) {
  const now = useNow()
  return dateKey(at) === dateKey(now) ? `today, ${clockOf(at)}` : dayAndTimeOf(at, now)
}
