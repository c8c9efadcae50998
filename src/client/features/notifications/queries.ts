import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { ApiProblem, call } from '#client/platform/requests/api.ts'
import { sendConfirmationLink } from '#contract/auth/endpoints.ts'
import {
  changeNotificationChoices,
  type NotificationChanges,
  readNotificationChoices,
  undoUnsubscription,
  unsubscribe,
} from '#contract/notifications/endpoints.ts'
import { readPushDevice, removePushDevice, setPushDevice } from '#contract/notifications/push.ts'
import { subscribe, unsubscribe as unsubscribeBrowser } from './browser-push.ts'

/** Invalidated by the account's topic: an unsubscribe link may have changed the choices. */
export const notificationChoices = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => call(readNotificationChoices, {}),
  meta: { topics: ['me', 'companies'] },
})

export function useChangeNotificationChoices() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (choices: NotificationChanges['choices']) => call(changeNotificationChoices, { body: { choices } }),
    onSuccess: (saved) => client.setQueryData(notificationChoices.queryKey, saved),
    success: () => ({ title: 'Saved', description: 'Your choice of emails is saved.' }),
    failure: failureToast('Not saved', 'Your choice of emails could not be saved. Please try again.'),
  })
}

/** Unsubscribes by the token of an email, without signing in. */
export const useUnsubscription = (token: string) =>
  useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? undoUnsubscription : unsubscribe, { params: { token } }),
  })

export const useSendConfirmationLink = () =>
  useMutationWithToasts({
    mutationFn: () => call(sendConfirmationLink, {}),
    success: () => ({ title: 'Email sent', description: 'Open the link in it to confirm your address.' }),
    failure: failureToast('Not sent', 'The email could not be sent. Please try again.'),
  })

/** Subscription of this browser only; other devices of the account have theirs. */
export const pushDevice = queryOptions({
  queryKey: ['notifications', 'device'],
  queryFn: () => call(readPushDevice, {}),
})

export function useSwitchPushDevice(publicKey: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: async (isOn: boolean) => {
      if (isOn) {
        const subscription = await subscribe(publicKey)
        if (!subscription) throw new ApiProblem(0, '', 'Your browser did not allow them.')
        return call(setPushDevice, { body: subscription })
      }
      await unsubscribeBrowser().catch(() => undefined)
      return call(removePushDevice, {})
    },
    onSuccess: (device) => client.setQueryData(pushDevice.queryKey, device),
    success: ({ isOn }) => ({
      title: 'Saved',
      description: isOn ? 'This device shows notifications now.' : 'This device shows no more notifications.',
    }),
    failure: failureToast('Not saved', 'The notifications of this device could not be changed. Please try again.'),
  })
}
