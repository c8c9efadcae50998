import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { pointsText } from '#client/platform/formats/amounts.ts'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { pageQuery } from '#client/platform/navigation/list-url.ts'
import { call, callPage } from '#client/platform/requests/api.ts'
import { adjustPoints, listPointEntries } from '#contract/points/endpoints.ts'

export const entriesPerPage = 5

/** Ledger of a company's points, newest first. */
export const pointLedger = (id: string, page: number) =>
  queryOptions({
    queryKey: ['companies', id, 'points', page],
    queryFn: () => callPage(listPointEntries, { params: { id }, query: pageQuery(page, entriesPerPage) }),
    placeholderData: keepPreviousData,
    meta: { topics: ['leaderboard'] },
  })

type Adjustment = { points: number; calories: number; reason: string }

export function usePointAdjustment({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: Adjustment) => call(adjustPoints, { params: { id }, body }),
    onSuccess: () =>
      Promise.all(['companies', 'leaderboard'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
    success: ({ totalPoints }) => ({
      title: 'Points adjusted',
      description: `${name} has ${pointsText(totalPoints)} now.`,
    }),
    failure: failureToast('Failed to adjust points', 'Nothing was changed.'),
  })
}
