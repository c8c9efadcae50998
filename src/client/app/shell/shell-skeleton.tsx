import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { startsExpanded } from '#client/ui/layout/sidebar-state.ts'

/** Skeleton of the shell, with the stored width of the sidebar. */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh">
      <div className={`shrink-0 bg-sidebar max-md:hidden ${startsExpanded() ? 'w-64' : 'w-12'}`} />
      <div className="min-w-0 flex-1">
        <div className="flex h-16 items-center border-b px-4 sm:px-6">
          <Skeleton className="h-6 w-48" />
        </div>
      </div>
    </div>
  )
}
