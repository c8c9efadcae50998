import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

export function OwnSkeleton() {
  return (
    <Loading label="Loading your registration…" className="flex flex-col gap-4">
      <Skeleton className="h-6 w-24" />
      <Skeleton className="h-8 w-56" />
      <Skeleton className="aspect-[4/5] w-full rounded-lg" />
    </Loading>
  )
}
