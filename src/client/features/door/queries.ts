import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '#client/platform/api.ts'
import {
  closeCheckIn,
  createDoorPass,
  listDoorPasses,
  listDoorScans,
  openCheckIn,
  readDoor,
  revokeDoorPass,
} from '#contract/door/endpoints.ts'

// The first words are those of the live topic `events/<id>/door`.
const doorKey = (eventId: string) => ['events', eventId, 'door'] as const

export const doorInfo = (eventId: string) =>
  queryOptions({
    queryKey: [...doorKey(eventId), 'info'],
    queryFn: () => call(readDoor, { params: { id: eventId } }),
  })

export function useCheckInOpening(eventId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: 'open' | 'close') =>
      call(act === 'open' ? openCheckIn : closeCheckIn, { params: { id: eventId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: doorKey(eventId) }),
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
  return useMutation({
    mutationFn: (body: { label: string; hours: number }) => call(createDoorPass, { params: { id: eventId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: doorKey(eventId) }),
  })
}

export function useRevokedDoorPass(eventId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (passId: string) => call(revokeDoorPass, { params: { id: eventId, passId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: doorKey(eventId) }),
  })
}
