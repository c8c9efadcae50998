import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { call } from '#client/platform/requests/api.ts'
import { dismissFirstSteps, readAdminDashboard, sendTestEmail } from '#contract/administrators/dashboard.ts'
import { readBackups } from '#contract/system.ts'

export const backups = queryOptions({ queryKey: ['backups'], queryFn: () => call(readBackups, {}) })

export const adminDashboard = queryOptions({
  queryKey: ['administrators', 'dashboard'],
  queryFn: () => call(readAdminDashboard, {}),
  meta: { topics: ['mail', 'tasks', 'events', 'companies', 'audit'] },
})

export function useDismissFirstSteps() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: () => call(dismissFirstSteps, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: adminDashboard.queryKey }),
    failure: failureToast('Error', 'The first steps could not be dismissed.'),
  })
}

export function useTestEmail() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: () => call(sendTestEmail, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: adminDashboard.queryKey }),
    success: ({ to }) => ({ title: 'Test email sent', description: `Look for it in the inbox of ${to}.` }),
    failure: failureToast('Error', 'The test email could not be sent.'),
  })
}
