import { dateKey, nameOfDay } from '#client/platform/formats/dates.ts'
import type { Task } from '#contract/tasks/endpoints.ts'

export type Day = { key: string; name: string; tasks: Task[] }

export type TaskProgress = {
  /** Ids of tasks with a proof that is waiting, approved or sent back. */
  done: ReadonlySet<string>
  /** Ids of tasks whose last proof was rejected or sent back, while another one may be submitted. */
  again: ReadonlySet<string>
}

/** True for a task without anything left to do. */
export const isFinished = ({ id, state }: Task, { done, again }: TaskProgress): boolean =>
  !again.has(id) && (done.has(id) || state === 'closed')

/** Tasks to try again come before all days. */
export function orderTasks(tasks: Task[], now: number, again: ReadonlySet<string>): Day[] {
  const isAgain = ({ id }: Task) => again.has(id)
  const days = groupByDay(
    putTodayFirst(
      tasks.filter((task) => !isAgain(task)),
      now,
    ),
    now,
  )
  const retries = tasks.filter(isAgain)
  return retries.length > 0 ? [{ key: 'again', name: 'Try again', tasks: retries }, ...days] : days
}

/** The server sorts by newest date; move today before future dates. */
export function putTodayFirst(tasks: Task[], now: number): Task[] {
  const isToday = ({ date }: Task) => dateKey(date) === dateKey(now)
  return [...tasks.filter(isToday), ...tasks.filter((task) => !isToday(task))]
}

/** Groups by day, in the order of the first task. */
export function groupByDay(tasks: Task[], now: number): Day[] {
  const days = new Map<string, Day>()
  for (const task of tasks) {
    const key = dateKey(task.date)
    const day = days.get(key) ?? { key, name: nameOfDay(task.date, now), tasks: [] }
    day.tasks.push(task)
    days.set(key, day)
  }
  return [...days.values()]
}
