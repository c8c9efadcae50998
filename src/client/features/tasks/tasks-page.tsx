import { useQuery } from '@tanstack/react-query'
import { Archive, ListChecks } from 'lucide-react'
import { useRef, useState } from 'react'
import { sentenceOf } from '#client/platform/forms.ts'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { addressOf } from '#client/platform/requests/api.ts'
import { useRetainedError } from '#client/platform/requests/retained-error.ts'
import { ExportLink } from '#client/ui/buttons/export-link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SearchInput } from '#client/ui/forms/search-input.tsx'
import { LinkTabs } from '#client/ui/layout/link-tabs.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { ListCount } from '#client/ui/lists/list-count.tsx'
import { ListResult } from '#client/ui/lists/list-result.tsx'
import { ListToolbar } from '#client/ui/lists/list-toolbar.tsx'
import { type ArchivedTask, exportTasks, type Task } from '#contract/tasks/endpoints.ts'
import { isActive } from '#contract/tasks/rules.ts'
import { matching } from '#contract/text/matching.ts'
import { ArchivedTasks } from './archived-tasks.tsx'
import { PlanTasksDialog } from './planning/plan-tasks-dialog.tsx'
import { archivedTaskList, taskList } from './queries.ts'
import { CreateTaskDialog, EditTaskDialog } from './task-dialog.tsx'
import { DeleteTaskDialog } from './task-management-delete.tsx'
import { TaskManagementList, TaskManagementSkeleton } from './task-management-list.tsx'
import type { OpenTaskDialog, TaskAction } from './task-management-row.tsx'

export function TasksPage() {
  const { q, search, activeFilters } = useListUrl(['date'], 'date', { show: ['active', 'archived'] })
  const isArchive = activeFilters.show === 'archived'
  const isActiveOnly = activeFilters.show === 'active'
  const offered = useQuery(taskList)
  const archived = useQuery(archivedTaskList)
  const listed = isArchive ? archived : offered
  const error = useRetainedError(listed)
  const dialogs = useTaskDialogs()
  const matches = matching(q)
  const isFound = ({ title, description }: Task) => matches(title, description)
  const active = offered.data?.filter(isActive)
  const found = isArchive ? archived.data?.filter(isFound) : (isActiveOnly ? active : offered.data)?.filter(isFound)

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Tasks"
        description="What companies do for points."
        actions={
          <>
            <ExportLink href={addressOf(exportTasks, {})} />
            <PlanTasksDialog />
            <CreateTaskDialog place="tasks" />
          </>
        }
      />
      <LinkTabs
        label="Tasks"
        tabs={[
          { label: 'All', count: offered.data?.length, href: paths.tasks, current: !isArchive && !isActiveOnly },
          { label: 'Active', count: active?.length, href: paths.activeTasks, current: isActiveOnly },
          { label: 'Archived', count: archived.data?.length, href: paths.archivedTasks, current: isArchive },
        ]}
      />
      {/* From the start, so that nothing moves when the tasks arrive. */}
      {(q || listed.data?.length !== 0) && (
        <ListToolbar
          search={<SearchInput label="Search tasks" placeholder="Title or description" value={q} onSearch={search} />}
        >
          <ListCount total={found?.length} things={['task', 'tasks']} found={q !== ''} />
        </ListToolbar>
      )}
      <ListResult<Task | ArchivedTask>
        items={found}
        failure={error ? sentenceOf(error, 'Couldn’t load the tasks.') : undefined}
        outdated={false}
        onRetry={() => void listed.refetch()}
        retrying={listed.isFetching}
        q={q}
        page={1}
        onClear={() => search('')}
        onFirstPage={() => undefined}
        skeleton={<TaskManagementSkeleton />}
        empty={isArchive ? nothingArchived : isActiveOnly && offered.data?.length ? nothingActive : noTasks}
      >
        {(tasks) =>
          isArchive ? (
            <ArchivedTasks tasks={tasks.filter(isArchived)} />
          ) : (
            <TaskManagementList tasks={tasks} onAct={dialogs.openFor} />
          )
        }
      </ListResult>
      {dialogs.element}
    </div>
  )
}

const isArchived = (task: Task | ArchivedTask): task is ArchivedTask => 'archivedAt' in task

const noTasks = (
  <EmptyState
    icon={ListChecks}
    title="No tasks yet"
    description="Create the first one: companies see it at once, do it together, and send photos or videos as proof."
  />
)

const nothingActive = (
  <EmptyState
    icon={ListChecks}
    title="No task is active"
    description="A task is active while companies can send proofs for it: from its opening until its closing time."
  />
)

const nothingArchived = (
  <EmptyState
    icon={Archive}
    title="Nothing is archived"
    description="A task that is deleted after companies sent proofs for it is kept here and can be restored."
  />
)

/** State lives above the cards: a live update may remove the card while its dialog has typed text. */
function useTaskDialogs() {
  const [opened, setOpened] = useState<{ act: TaskAction; task: Task; turn: number }>()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLElement>(null)

  const openFor: OpenTaskDialog = (act, task, button) => {
    opener.current = button
    setOpened((before) => ({ act, task, turn: (before?.turn ?? 0) + 1 }))
    setOpen(true)
  }
  const TaskActDialog = opened?.act === 'delete' ? DeleteTaskDialog : EditTaskDialog
  const element = opened && (
    <TaskActDialog key={opened.turn} task={opened.task} open={open} opener={opener} onClose={() => setOpen(false)} />
  )
  return { openFor, element }
}
