import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

/** Skeleton for an event that is not in the server-rendered HTML. */
export function RegistrationSkeleton() {
  return (
    <main id="main" tabIndex={-1}>
      <Loading label="Loading the event…">
        <div className="flex h-72 flex-col justify-end gap-4 bg-sunken px-4 pb-10 sm:px-8 lg:h-112 lg:px-[10vw] lg:pb-24">
          <Skeleton className="h-12 w-80 max-w-full" />
          <Skeleton className="h-16 w-56 max-w-full" />
        </div>
        <div className="flex flex-col gap-4 p-4 sm:p-8 lg:px-[10vw]">
          <Skeleton className="h-96 w-full max-w-md" />
        </div>
      </Loading>
    </main>
  )
}
