import type { ReactNode } from 'react'
import { cn } from '#client/ui/cn.ts'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

export type PageShape = 'dashboard' | 'form' | 'list' | 'numbers' | 'table'

export function PageSkeleton({ shape = 'list' }: { shape?: PageShape | undefined }) {
  return (
    <Loading className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-8 w-56 max-w-full sm:h-10" />
        <Skeleton className="h-6 w-80 max-w-full" />
      </div>
      {shapes[shape]}
    </Loading>
  )
}

const shapes: Record<PageShape, ReactNode> = {
  dashboard: (
    <>
      <Skeleton className="h-80 w-full sm:h-72" />
      <ColumnsSkeleton />
    </>
  ),
  form: (
    <div className="grid gap-5 sm:grid-cols-2">
      {rows(6).map((row) => (
        <div key={row} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-10 w-full" />
        </div>
      ))}
    </div>
  ),
  numbers: <NumbersSkeleton />,
  list: (
    <div className="flex flex-col gap-3">
      {rows(4).map((row) => (
        <Skeleton key={row} className="h-20 w-full" />
      ))}
    </div>
  ),
  table: (
    <div className="flex flex-col gap-px overflow-hidden rounded-lg">
      <Skeleton className="h-10 w-full" />
      {rows(8).map((row) => (
        <Skeleton key={row} className="h-13 w-full" />
      ))}
    </div>
  ),
}

/** The dashboard's tasks, and beside them its submissions and the board. */
export function ColumnsSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <div className="flex flex-col gap-3 lg:col-span-2">
        <Skeleton className="h-7 w-44" />
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    </div>
  )
}

/** Figures, two charts, a wide chart and a table. */
export function NumbersSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-72 w-full sm:h-36" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
      <Skeleton className="h-80" />
      <Skeleton className="h-96" />
    </div>
  )
}

/** Skeleton of a sign-in or signup form, as high as the form. */
export function FormSkeleton({ fields, columns = false }: { fields: number; columns?: boolean }) {
  return (
    <Loading>
      <Skeleton className="h-10 w-56 max-w-full" />
      <Skeleton className="mt-2 mb-7 h-6 w-72 max-w-full" />
      <div className={cn('grid gap-5', columns && 'sm:grid-cols-2')}>
        {rows(fields).map((row) => (
          <div key={row} className="flex flex-col gap-1.5">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-10 w-full pointer-coarse:h-11" />
          </div>
        ))}
        <Skeleton className={cn('h-12 w-full', columns && 'sm:col-span-2')} />
      </div>
      <div className="mt-5 flex h-11 items-center">
        <Skeleton className="h-5 w-40" />
      </div>
    </Loading>
  )
}

function rows(count: number) {
  return Array.from({ length: count }, (_, row) => row)
}
