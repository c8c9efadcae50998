import { ListChecks } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** What a company can do today. */
export function AvailableTasks() {
  return (
    <section aria-labelledby="available-tasks">
      <h2 id="available-tasks" className="text-xl">
        Available Tasks
      </h2>
      <EmptyState
        icon={ListChecks}
        title="No tasks available at the moment."
        description="Check back later for new wellness activities!"
        className="mt-3 rounded-lg border border-dashed border-border"
      />
    </section>
  )
}
