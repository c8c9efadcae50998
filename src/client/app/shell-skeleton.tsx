import { Skeleton } from '#client/ui/skeleton.tsx'

/** Stands where the shell will stand, with the sidebar as wide as it was left. */
export function ShellSkeleton() {
  const strip = document.cookie.includes('sidebar_state=false')
  return (
    <div className="flex min-h-dvh">
      <div className={`shrink-0 bg-sidebar max-md:hidden ${strip ? 'w-12' : 'w-64'}`} />
      <div className="min-w-0 flex-1">
        <div className="flex h-16 items-center border-b px-4 sm:px-6">
          <Skeleton className="h-6 w-48" />
        </div>
      </div>
    </div>
  )
}
