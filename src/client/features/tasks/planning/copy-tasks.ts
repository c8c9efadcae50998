import { dateKey, inputOf, instantOf, weekdayOf } from '#client/platform/formats/dates.ts'
import { addDays } from '#contract/analytics/period.ts'
import type { Task } from '#contract/tasks/endpoints.ts'
import { formatCells } from './spreadsheet.ts'

/** A day or week with tasks; `from` and `to` are dates in the event's zone. */
export type Source = { key: string; label: string; from: string; to: string; tasks: Task[] }

/** Weeks first, then single days, each newest first. */
export function listSources(tasks: Task[]): Source[] {
  const days = groupBy(tasks, ({ date }) => dateKey(date))
  const weeks = groupBy(tasks, ({ date }) => mondayOf(dateKey(date)))
  const amount = (all: Task[]) => `${all.length} ${all.length === 1 ? 'task' : 'tasks'}`
  return [
    ...weeks.map(([monday, all]) => ({
      ...{ key: `week ${monday}`, from: monday, to: addDays(monday, 6), tasks: all },
      label: `Week of ${nameOf(monday)} (${amount(all)})`,
    })),
    ...days.map(([day, all]) => ({
      ...{ key: `day ${day}`, from: day, to: day, tasks: all },
      label: `${nameOf(day)} (${amount(all)})`,
    })),
  ]
}

const nameOf = (day: string) => weekdayOf(instantOf(`${day}T12:00`))

function groupBy(tasks: Task[], keyOf: (task: Task) => string): [string, Task[]][] {
  const groups = new Map<string, Task[]>()
  for (const task of tasks) groups.set(keyOf(task), [...(groups.get(keyOf(task)) ?? []), task])
  return [...groups].toSorted(([a], [b]) => b.localeCompare(a))
}

const dayMs = 24 * 3_600_000
const numberOf = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)

/** The first day of the epoch was a Thursday. */
export const mondayOf = (day: string): string => addDays(day, -((numberOf(day) + 3) % 7))

/** Target of the copy: the Monday of a week, or a day. */
export function targetOf(source: Source, day: string): string {
  return source.from === source.to ? day : mondayOf(day)
}

/**
 * Task rows as tab-separated text, moved by days at the same time of day. A task without an opening time opens when
 * its new day begins.
 */
export function copyTasks({ from, tasks }: Source, target: string): string {
  const moved = numberOf(target) - numberOf(from)
  const momentOf = (at: string) => {
    const [day = '', clock = ''] = inputOf(at).split('T')
    return `${addDays(day, moved)} ${clock}`
  }
  const startOf = ({ date }: Task) => `${addDays(dateKey(date), moved)} 00:00`
  return formatCells(
    tasks
      .toReversed()
      .map((task) => [
        task.title,
        task.description ?? '',
        String(task.pointsReward),
        String(task.caloriesBurned),
        task.opensAt ? momentOf(task.opensAt) : startOf(task),
        task.closesAt ? momentOf(task.closesAt) : '',
        task.youtubeUrl ?? '',
      ]),
  )
}
