import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { failureToast, useMutationWithToasts } from '#client/platform/mutation-toasts.ts'
import { call, callPage } from '#client/platform/requests/api.ts'
import {
  closeCheckIn,
  createDoorPass,
  type DoorPass,
  listDoorPasses,
  listDoorScans,
  openCheckIn,
  readDoor,
  revokeDoorPass,
} from '#contract/door/endpoints.ts'

// Begins with the live topic `events/<id>/door`, whose announcements invalidate it.
const doorKey = (eventId: string) => ['events', eventId, 'door'] as const

export const doorInfo = (eventId: string) =>
  queryOptions({
    queryKey: [...doorKey(eventId), 'info'],
    queryFn: () => call(readDoor, { params: { id: eventId } }),
  })

export function useCheckInOpening(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (act: 'open' | 'close') =>
      call(act === 'open' ? openCheckIn : closeCheckIn, { params: { id: eventId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: doorKey(eventId) }),
    success: ({ openedUntil }) =>
      openedUntil
        ? { title: 'Check-in is open', description: `Until ${dayAndTimeOf(openedUntil)}, or until you close it.` }
        : { title: 'Check-in is closed again', description: 'Scans let no one in outside its hours.' },
    failure: (error, act) => ({
      title: act === 'close' ? 'Check-in is still open' : 'Check-in is still closed',
      description: sentenceOf(error, 'Please try again.'),
    }),
  })
}

export const doorPasses = (eventId: string) =>
  queryOptions({
    queryKey: [...doorKey(eventId), 'passes'],
    queryFn: () => call(listDoorPasses, { params: { id: eventId } }),
  })

export type ScanFilter = 'conflicts' | 'failed' | undefined
export const scansPerPage = 50

export const doorScans = (eventId: string, only: ScanFilter, page: number) =>
  queryOptions({
    queryKey: [...doorKey(eventId), 'scans', only ?? 'all', page],
    queryFn: () =>
      callPage(listDoorScans, {
        params: { id: eventId },
        query: { limit: scansPerPage, cursor: (page - 1) * scansPerPage, only },
      }),
    placeholderData: keepPreviousData,
  })

export function useNewDoorPass(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: (body: { label: string; hours: number }) => call(createDoorPass, { params: { id: eventId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: doorKey(eventId) }),
    failure: failureToast('Failed to make the link', 'Nothing was made. Please try again.'),
  })
}

export function useRevokeDoorPass(eventId: string) {
  const client = useQueryClient()
  return useMutationWithToasts({
    mutationFn: ({ id: passId }: DoorPass) => call(revokeDoorPass, { params: { id: eventId, passId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: doorKey(eventId) }),
    success: ({ label }) => ({ title: 'Link revoked', description: `"${label}" can no longer be used to scan.` }),
    failure: failureToast('The link still works', 'Please try again.'),
  })
}
