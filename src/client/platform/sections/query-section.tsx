import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { sentenceOf } from '../forms.ts'
import { useRetainedError } from '../requests/retained-error.ts'

interface QuerySectionProps<Data> {
  /** Result of `useQuery`. */
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'errorUpdateCount' | 'refetch'>
  /** Used if the server gives no sentence. */
  failure: string
  skeleton: ReactNode
  errorClassName?: string
  children: (data: Data) => ReactNode
}

/**
 * Loading, error and data of a section. Data stays after a later error. No suspense: a failed query must keep its
 * observer, so that an announcement or a reconnect refetches it (docs/decisions/0018).
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
