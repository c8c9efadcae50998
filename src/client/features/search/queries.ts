import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#client/platform/requests/api.ts'
import { searchEverything } from '#contract/search/endpoints.ts'

/** Every pause in typing is a search: the last answer stays until the next one, which cancels a search under way. */
export const searchAnswer = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(searchEverything, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
  })
