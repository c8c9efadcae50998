import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { call, type ReplyOf } from '#client/platform/requests/api.ts'
import {
  listEventMessages,
  type NewEventMessage,
  previewEventMessage,
  retryMessageMails,
  sendEventMessage,
} from '#contract/attendee-mails/endpoints.ts'
import { emailsText } from '../attendee-labels.ts'
import { refresh } from '../queries.ts'

// Below the attendees' topic, on which each batch of emails is announced.
export const eventMessages = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId, 'registrations', 'messages'],
    queryFn: () => call(listEventMessages, { params: { id: eventId } }),
  })

export type MessagePreview = ReplyOf<typeof previewEventMessage>

export const useMessagePreview = (eventId: string) =>
  useMutation({ mutationFn: (body: NewEventMessage) => call(previewEventMessage, { params: { id: eventId }, body }) })

const number = new Intl.NumberFormat('en')
export const peopleOf = (people: number) => (people === 1 ? '1 person' : `${number.format(people)} people`)

export function useSendMessage(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: NewEventMessage) => call(sendEventMessage, { params: { id: eventId }, body }),
    onSettled: () => void refresh(client, eventId),
    success: ({ recipients }) => ({
      title: 'Message sent',
      description: `It is on its way to ${peopleOf(recipients)}.`,
    }),
    failure: failureToast('Sending failed', 'No one was emailed. Please try again.'),
  })
}

export function useMessageRetries(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (messageId: string) => call(retryMessageMails, { params: { id: eventId, messageId } }),
    onSettled: () => void refresh(client, eventId),
    success: ({ retried }) =>
      retried > 0
        ? { title: 'Message resent', description: `${emailsText(retried)} on the way again.` }
        : { title: 'Nothing to resend', description: 'Everyone affected has cancelled or unsubscribed.' },
    failure: failureToast('Resend failed', 'No one was emailed. Please try again.'),
  })
}
