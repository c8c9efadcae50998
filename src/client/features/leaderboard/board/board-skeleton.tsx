import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { ListToolbar } from '#client/ui/lists/list-toolbar.tsx'
import { BoardHeading } from './board-heading.tsx'
import './board-row.css'

export function BoardSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <Loading label="Loading the leaderboard…" className="flex flex-col gap-4">
      <ListToolbar search={<Skeleton className="h-10 pointer-coarse:h-11" />}>
        <Skeleton className="h-5 w-24" />
      </ListToolbar>
      <div className="@container/board overflow-clip rounded-lg border border-border bg-surface">
        <BoardHeading />
        {Array.from({ length: rows }, (_, row) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all the same.
            key={row}
            className="h-22 @min-[20rem]/board:h-19 @3xl/board:h-17"
          >
            <EmptyRow />
          </div>
        ))}
      </div>
    </Loading>
  )
}

/** Placeholder of a row that is not loaded. */
export function EmptyRow() {
  return (
    <div className="board-row h-full border-b-3 border-accent">
      <Skeleton className="h-6 w-8 @max-3xl/board:row-span-2" />
      <Skeleton className="size-10 rounded-md @max-3xl/board:row-span-2 @max-[20rem]/board:hidden" />
      <Skeleton className="h-5 w-2/3 @max-3xl/board:col-start-3 @max-3xl/board:self-end" />
      <Skeleton className="h-5 w-20 @max-3xl/board:col-start-3 @max-3xl/board:self-start @3xl/board:justify-self-end" />
      <Skeleton className="h-5 w-16 @max-3xl/board:hidden @3xl/board:justify-self-end" />
      <Skeleton className="h-5 w-12 @max-3xl/board:hidden @3xl/board:justify-self-end" />
    </div>
  )
}
