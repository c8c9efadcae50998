import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useRef, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { useListAddress } from '#client/platform/list-address.ts'
import { matching } from '#client/platform/matching.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ListCount } from '#client/ui/list-count.tsx'
import { ListResult } from '#client/ui/list-result.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import type { Task } from '#contract/tasks/endpoints.ts'
import { taskList } from './queries.ts'
import { CreateTaskDialog, EditTaskDialog } from './task-dialog.tsx'
import type { OpenTaskDialog, TaskAct } from './task-management-card.tsx'
import { DeleteTaskDialog } from './task-management-delete.tsx'
import { TaskManagementList, TaskManagementSkeleton } from './task-management-list.tsx'

/** Fewer are seen at a glance. */
const worthSearching = 7

export function TasksPage() {
  const { q, search } = useListAddress(['date'], 'date')
  const tasks = useQuery(taskList)
  const dialogs = useTaskDialogs()
  const matches = matching(q)
  const found = tasks.data?.filter(({ title, description }) => matches(title, description))

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Tasks"
        description="What companies do for points."
        actions={<CreateTaskDialog place="tasks" />}
      />
      {(q || (tasks.data?.length ?? 0) >= worthSearching) && (
        <ListToolbar
          search={<SearchInput label="Search tasks" placeholder="Title or description" value={q} onSearch={search} />}
        >
          <ListCount total={found?.length} things={['task', 'tasks']} found={q !== ''} />
        </ListToolbar>
      )}
      <ListResult
        items={found}
        failure={tasks.data || !tasks.error ? undefined : sentenceOf(tasks.error, 'The tasks did not load.')}
        outdated={false}
        onRetry={() => void tasks.refetch()}
        retrying={tasks.isFetching}
        q={q}
        page={1}
        onClear={() => search('')}
        onFirstPage={() => undefined}
        skeleton={<TaskManagementSkeleton />}
        empty={
          <EmptyState
            icon={ListChecks}
            title="No tasks yet"
            description="Create the first one: companies see it at once, do it together, and send photos or videos as proof."
          />
        }
      >
        {(shown) => <TaskManagementList tasks={shown} onAct={dialogs.openFor} />}
      </ListResult>
      {dialogs.element}
    </div>
  )
}

/** Kept above the cards: a live update may take the card away while somebody still types into its dialog. */
function useTaskDialogs() {
  const [shown, setShown] = useState<{ act: TaskAct; task: Task; turn: number }>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  const openFor: OpenTaskDialog = (act, task, button) => {
    opener.current = button
    setShown((before) => ({ act, task, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  const TaskActDialog = shown?.act === 'delete' ? DeleteTaskDialog : EditTaskDialog
  const element = shown && (
    <TaskActDialog key={shown.turn} task={shown.task} open={open} opener={opener} onClose={() => setOpen(false)} />
  )
  return { openFor, element }
}
