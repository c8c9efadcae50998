import { useState } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { groupByDay, putTodayFirst } from './task-days.ts'
import { type OpenTaskDialog, TaskManagementCard } from './task-management-card.tsx'

const atOnce = 48

/** Tasks by day: today first, then newest first. */
export function TaskManagementList({ tasks, onAct }: { tasks: Task[]; onAct: OpenTaskDialog }) {
  const now = useNow()
  const [visibleCount, setVisibleCount] = useState(atOnce)
  const more = tasks.length - visibleCount
  return (
    <div className="flex flex-col gap-8">
      {groupByDay(putTodayFirst(tasks, now).slice(0, visibleCount), now).map((day) => (
        <section key={day.key} aria-labelledby={`tasks-${day.key}`}>
          <h2 id={`tasks-${day.key}`} className="text-xl">
            {day.name}
          </h2>
          <ul className={cn('mt-3', taskGrid)}>
            {day.tasks.map((task) => (
              <li key={task.id} className="grid min-w-0">
                <TaskManagementCard task={task} onAct={onAct} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && (
        <Button variant="outline" onClick={() => setVisibleCount(visibleCount + atOnce)} className="self-center">
          Show {Math.min(more, atOnce)} more
        </Button>
      )}
    </div>
  )
}

export const taskGrid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3'

const places = Array.from({ length: 6 }, (_, place) => place)

export function TaskManagementSkeleton() {
  return (
    <Loading label="Loading tasks…">
      <Skeleton className="h-7 w-24" />
      <div className={cn('mt-3', taskGrid)}>
        {places.map((place) => (
          <Skeleton key={place} className="h-52 rounded-lg" />
        ))}
      </div>
    </Loading>
  )
}
