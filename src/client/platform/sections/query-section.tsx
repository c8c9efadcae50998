import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { sentenceOf } from '../forms.ts'
import { useRetainedError } from '../requests/retained-error.ts'

interface QuerySectionProps<Data> {
  /** As `useQuery` gives it. */
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'errorUpdateCount' | 'refetch'>
  /** Used if the server gives no sentence. */
  failure: string
  skeleton: ReactNode
  errorClassName?: string
  children: (data: Data) => ReactNode
}

/**
 * The three states of what a section reads. What was read once stays: a later failure takes nothing away. Not by suspense: what failed
 * must stay observed, so that an announcement or a new connection reads it again by itself (docs/decisions/0018).
 */
export function QuerySection<Data>({ query, failure, skeleton, errorClassName, children }: QuerySectionProps<Data>) {
  const { data, isFetching, refetch } = query
  const error = useRetainedError(query)
  if (data !== undefined) return children(data)
  if (!error) return skeleton
  return (
    <ErrorState
      description={sentenceOf(error, failure)}
      onRetry={() => void refetch()}
      retrying={isFetching}
      {...(errorClassName ? { className: errorClassName } : {})}
    />
  )
}
