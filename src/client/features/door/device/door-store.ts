import type { ReplyOf } from '#client/platform/requests/api.ts'
import type { DoorEntry, readDoor, ScanResult } from '#contract/door/endpoints.ts'

export type DoorInfo = ReplyOf<typeof readDoor> & {
  /** Server time minus device time: a phone's clock may be hours off. */
  clockOffset?: number
}
export type KeptList = { fetchedAt: number; entries: DoorEntry[] }

/** Result that the door displayed. */
type DisplayedResult = ScanResult | 'later'

/** A scan of this device, queued until the server answers; then only its result is stored. */
export type KeptScan = {
  nonce: string
  door: string
  gate: string
  scannedAt: string
  shown: DisplayedResult
  /** Key in the attendee list, if the code identifies a person. */
  key?: string
  name?: string
  /** The request body; deleted after the answer. */
  sent?: { payload?: string; code?: string; registrationId?: string }
  /** True if the request was sent, even without an answer. */
  tried?: boolean
  undo?: boolean
  outcome?: ScanResult | 'refused'
  /** Time and gate of an earlier check-in elsewhere. */
  first?: { at?: string; gate?: string }
  /** True if the correction was dismissed. */
  seen?: boolean
}

const stores = ['infos', 'lists', 'scans'] as const
type Store = (typeof stores)[number]

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('door', 1)
    request.onupgradeneeded = () => {
      for (const name of stores) request.result.createObjectStore(name)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

async function run<T>(store: Store, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode)
    const request = work(transaction.objectStore(store))
    // Resolve after the commit: a scan reported as stored must survive the tab.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Keyed by short code, which a volunteers' link has before the event is loaded. */
export const readInfo = (door: string) => run<DoorInfo | undefined>('infos', 'readonly', (store) => store.get(door))
export const keepInfo = (door: string, info: DoorInfo) => run('infos', 'readwrite', (store) => store.put(info, door))
export const readList = (door: string) => run<KeptList | undefined>('lists', 'readonly', (store) => store.get(door))
export const keepList = (door: string, list: KeptList) => run('lists', 'readwrite', (store) => store.put(list, door))
export const keepScan = (scan: KeptScan) => run('scans', 'readwrite', (store) => store.put(scan, scan.nonce))
export const dropScan = (nonce: string) => run('scans', 'readwrite', (store) => store.delete(nonce))

export async function dropDoor(door: string) {
  await run('lists', 'readwrite', (store) => store.delete(door))
  await run('infos', 'readwrite', (store) => store.delete(door))
}

export async function readScans(door: string): Promise<KeptScan[]> {
  const scans = await run<KeptScan[]>('scans', 'readonly', (store) => store.getAll())
  return scans.filter((scan) => scan.door === door).sort((a, b) => a.scannedAt.localeCompare(b.scannedAt))
}
