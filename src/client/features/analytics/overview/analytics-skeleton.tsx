import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

/** The headline, four totals, three charts and the tasks, as high as they will be. */
export function AnalyticsSkeleton({ withPicker = false }: { withPicker?: boolean }) {
  return (
    <Loading label="Loading analytics…" className="flex flex-col gap-8">
      {withPicker && <Skeleton className="h-10 w-96 max-w-full pointer-coarse:h-11" />}
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-24 w-full max-w-xl sm:h-20" />
        </div>
        <div className="grid grid-cols-2 gap-6 border-t border-border pt-6 @3xl:grid-cols-[1.6fr_1fr_1fr_1.4fr] @3xl:gap-x-8">
          {totals.map(({ name, className }) => (
            <div key={name} className={className}>
              <Skeleton className="my-1.5 h-5 w-28" />
              <Skeleton className="my-1 h-8 w-24" />
              <Skeleton className="mt-2 h-4 w-36 max-w-full" />
            </div>
          ))}
        </div>
      </div>
      <div className="grid gap-x-10 gap-y-8 border-t border-border pt-8 @3xl:grid-cols-2">
        <ChartSkeleton className="h-75 @3xl:col-span-2" />
        <ChartSkeleton className="h-62" />
        <ChartSkeleton className="h-62" />
      </div>
      <div className="border-t border-border pt-8">
        <ChartSkeleton className="h-75" />
      </div>
    </Loading>
  )
}

const totals = [
  { name: 'reach', className: '@max-3xl:col-span-2' },
  { name: 'points', className: '' },
  { name: 'calories', className: '' },
  { name: 'proofs', className: '@max-3xl:col-span-2' },
]

function ChartSkeleton({ className }: { className: string }) {
  return (
    <div className={`flex flex-col gap-3 ${className}`}>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-4 w-72 max-w-full" />
      <Skeleton className="flex-1" />
    </div>
  )
}
