import { dateKey, nameOfDay } from '#client/platform/formats/dates.ts'
import type { Task } from '#contract/tasks/endpoints.ts'

export type Day = { key: string; name: string; tasks: Task[] }

type Known = { done: ReadonlySet<string>; unfinished: ReadonlySet<string> }

/**
 * Tasks with a rejected or returned proof come before all days; closed tasks only with a returned proof, which can
 * still be fixed.
 */
export function orderTasks(tasks: Task[], now: number, { done, unfinished }: Known): Day[] {
  const isAgain = ({ id, state }: Task) => unfinished.has(id) && (state !== 'closed' || done.has(id))
  const again = tasks.filter(isAgain)
  const others = tasks.filter((task) => !isAgain(task))
  const days = groupByDay(putTodayFirst(others, now), now)
  return again.length > 0 ? [{ key: 'again', name: 'Try again', tasks: again }, ...days] : days
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
