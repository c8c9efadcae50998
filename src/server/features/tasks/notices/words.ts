import { momentText, pointsText } from '#server/features/notifications/service.ts'
import type { Task } from '../store.ts'

const mostListed = 20

/** One line per task, with its points and its closing time. */
export function taskLines(tasks: Pick<Task, 'title' | 'pointsReward' | 'closesAt'>[], timeZone: string): string[] {
  const lines = tasks.slice(0, mostListed).map(({ title, pointsReward, closesAt }) => {
    const until = closesAt ? `, until ${momentText(closesAt, timeZone)}` : ''
    return `“${title}”: ${pointsText(pointsReward)}${until}`
  })
  return tasks.length > mostListed ? [...lines, `and ${tasks.length - mostListed} more`] : lines
}
