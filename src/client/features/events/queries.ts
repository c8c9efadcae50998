import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failureToast, fieldFailureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { call } from '#client/platform/requests/api.ts'
import {
  cancelEvent,
  createEvent,
  deleteEvent,
  type EventChanges,
  editEvent,
  listEvents,
  type ManagedEvent,
  type NewEvent,
} from '#contract/events/endpoints.ts'
import { sendTestMail } from '#contract/registrations/endpoints.ts'

/** Active events for companies, next one first. */
export const eventList = queryOptions({ queryKey: ['events', 'list'], queryFn: () => call(listEvents, {}) })

/** The list for administrators: all events, with counts and mail texts. */
export const managedEvents = queryOptions({ ...eventList, select: (events) => events as ManagedEvent[] })

/** Number of registrations with a place or waiting for one. */
export const countRegistered = ({ pendingRegistrations, approvedRegistrations }: ManagedEvent) =>
  pendingRegistrations + approvedRegistrations

const number = new Intl.NumberFormat('en')
export const peopleText = (people: number) => (people === 1 ? '1 person' : `${number.format(people)} people`)

export function useCreateEvent() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: NewEvent) => call(createEvent, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['events'] }),
    failure: fieldFailureToast('Failed to Create Event', 'Nothing was created. Please try again.'),
  })
}

export function useEditEvent() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ id, ...body }: EventChanges & { id: string }) => call(editEvent, { params: { id }, body }),
    // Also after an error: a colleague may have deleted it.
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
    success: ({ title }) => ({ title: 'Event updated', description: title }),
    failure: fieldFailureToast('Failed to Update Event', 'Nothing was changed. Please try again.'),
  })
}

export function useActivateEvent() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(editEvent, { params: { id }, body: { isActive } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
    success: ({ title }, { isActive }) =>
      isActive
        ? { title: 'Event activated', description: `${title} is public again.` }
        : {
            title: 'Event deactivated',
            description: `${title} is no longer public. Its registrations stay on the list.`,
          },
    failure: failureToast('Failed to Update Event', 'Nothing was changed. Please try again.'),
  })
}

export function useCancelEvent() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ id, reason }: { id: string; reason: string | null }) =>
      call(cancelEvent, { params: { id }, body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
    success: (event) => ({
      title: 'Event cancelled',
      description:
        countRegistered(event) > 0
          ? `The emails to ${peopleText(countRegistered(event))} are on their way.`
          : event.title,
    }),
    failure: fieldFailureToast('Failed to Cancel Event', 'Nothing was changed. Please try again.'),
  })
}

export function useDeleteEvent() {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ id }: ManagedEvent) => call(deleteEvent, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
    success: (_, { title }) => ({ title: 'Event deleted', description: title }),
    failure: failureToast('Failed to Delete Event', 'The event is still there.'),
  })
}

/** Sends the email to the signed-in administrator. */
export function useTestMail(to: string) {
  return useMutationWithToasts({
    mutationFn: ({ id, ...body }: { id: string; emailSubject: string | null; emailBodyText: string | null }) =>
      call(sendTestMail, { params: { id }, body }),
    success: () => ({ title: 'Test email sent', description: `It is on its way to ${to}.` }),
    failure: failureToast('Failed to send the test email', 'Nothing was sent. Please try again.'),
  })
}
