import { lazy, type RefObject, Suspense, useState } from 'react'
import { SearchDialog } from '#client/features/search/search-dialog.tsx'
import { useUser } from '#client/platform/session/session.ts'
import type { Role } from '../pages.ts'
import { useCommands } from './commands.ts'

const CreateTaskDialog = lazy(() =>
  import('#client/features/tasks/task-dialog.tsx').then((module) => ({ default: module.CreateTaskDialog })),
)

export interface PaletteProps {
  role: Role
  open: boolean
  onOpenChange: (open: boolean) => void
  opener: RefObject<HTMLElement | null>
  onLogOut: () => void
}

/** The search with the commands of the role, and the dialogs that they open. */
export function Palette({ role, open, onOpenChange, opener, onLogOut }: PaletteProps) {
  const user = useUser()
  const [isCreating, setCreating] = useState<boolean>()
  const commands = useCommands({ role, isOpen: open, onLogOut, onCreateTask: () => setCreating(true) })
  return (
    <>
      <SearchDialog
        open={open}
        onOpenChange={onOpenChange}
        opener={opener}
        user={{ id: user.id, isAdmin: role === 'administrator' }}
        commands={commands}
      />
      {isCreating !== undefined && (
        <Suspense>
          <CreateTaskDialog place="tasks" opened={{ open: isCreating, opener, onClose: () => setCreating(false) }} />
        </Suspense>
      )}
    </>
  )
}
