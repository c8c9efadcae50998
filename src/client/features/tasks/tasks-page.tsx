import { ListChecks } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'

export function TasksPage() {
  return (
    <>
      <PageHeader title="Tasks" description="What companies do for points." />
      <EmptyState icon={ListChecks} title="No tasks available at the moment." className="mt-8" />
    </>
  )
}
