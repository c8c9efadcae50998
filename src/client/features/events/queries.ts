import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/platform/api.ts'
import {
  cancelEvent,
  createEvent,
  deleteEvent,
  type EventChanges,
  editEvent,
  listEvents,
  type ManagedEvent,
  type NewEvent,
  sendTestMail,
} from '#contract/events/endpoints.ts'

/** Active events for companies, the next one first. */
export const eventList = queryOptions({ queryKey: ['events', 'list'], queryFn: () => call(listEvents, {}) })

/** The same list as administrators get it: all, with counts and mail texts. */
export const managedEvents = queryOptions({ ...eventList, select: (events) => events as ManagedEvent[] })

export function useCreateEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewEvent) => call(createEvent, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['events'] }),
  })
}

export function useEditEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: EventChanges & { id: string }) => call(editEvent, { params: { id }, body }),
    // Also after a refusal: somebody else may have deleted it.
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
  })
}

export function useCancelEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string | null }) =>
      call(cancelEvent, { params: { id }, body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
  })
}

export function useDeleteEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteEvent, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; emailSubject: string | null; emailBodyText: string | null }) =>
      call(sendTestMail, { params: { id }, body }),
  })
}
