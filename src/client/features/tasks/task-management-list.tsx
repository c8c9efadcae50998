import { useState } from 'react'
import { useNow } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { groupByDay, putTodayFirst } from './task-days.ts'
import { ManagedTaskRow, type OpenTaskDialog, taskRows } from './task-management-row.tsx'

const atOnce = 48

/** Tasks by day: today first, then newest first. */
export function TaskManagementList({ tasks, onAct }: { tasks: Task[]; onAct: OpenTaskDialog }) {
  const now = useNow()
  const [visibleCount, setVisibleCount] = useState(atOnce)
  const more = tasks.length - visibleCount
  return (
    <div className="flex flex-col gap-5">
      {groupByDay(putTodayFirst(tasks, now).slice(0, visibleCount), now).map((day) => (
        <section key={day.key} aria-labelledby={`tasks-${day.key}`}>
          <h2 id={`tasks-${day.key}`} className="text-lg">
            {day.name}
          </h2>
          <ul className={`mt-2 ${taskRows}`}>
            {day.tasks.map((task) => (
              <li key={task.id}>
                <ManagedTaskRow task={task} onAct={onAct} />
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

const places = Array.from({ length: 6 }, (_, place) => place)

export function TaskManagementSkeleton() {
  return (
    <Loading label="Loading tasks…">
      <Skeleton className="h-7 w-24" />
      <div className={`mt-2 ${taskRows}`}>
        {places.map((place) => (
          <div key={place} className="px-4 py-3 @5xl:py-1.5">
            <Skeleton className="h-36 @5xl:h-11" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
