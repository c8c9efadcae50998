/** A file chosen without a network, stored on this device until the server has it. */
export type WaitingFile = {
  /** Idempotency key, generated when the file was chosen: the server stores one file however often it is sent. */
  key: string
  /** The account or link that owns it; no other on this device lists or sends it. */
  owner: string
  taskId: string
  name: string
  type: string
  size: number
  data: Blob
  position?: number
  /** Hash of its bytes, to refuse a duplicate. */
  sha256?: string
  /** Path on the server of an uploaded file that is not sent yet, for a fix. */
  storedPath?: string
  /** Sort key of the queue. */
  chosenAt: number
  /** Reason why it will not be uploaded; it stays until a person removes it. */
  problem?: string
}

const files = 'files'
let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('waiting-files', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(files, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(files, mode)
    const request = work(transaction.objectStore(files))
    // Resolve after the commit: a file listed as waiting must survive the tab.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

const listeners = new Set<() => void>()
const otherTabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('waiting-files') : undefined
if (otherTabs)
  otherTabs.onmessage = () => {
    for (const listener of listeners) listener()
  }

function announce() {
  for (const listener of listeners) listener()
  otherTabs?.postMessage('changed')
}

/** Subscribes to additions and removals in any tab; returns the cleanup. */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let lastChosenAt = 0

/** Stores a file on this device. Throws when storage is forbidden or full. */
export async function keepFile(file: Omit<WaitingFile, 'chosenAt'>) {
  // Strictly increasing, so that files chosen within one millisecond keep their order.
  lastChosenAt = Math.max(Date.now(), lastChosenAt + 1)
  const chosenAt = lastChosenAt
  // Copy the bytes: the phone's gallery may lose the file before it is sent.
  const data = new Blob([await file.data.arrayBuffer()], { type: file.type })
  await run('readwrite', (store) => store.put({ ...file, data, chosenAt }))
  announce()
}

export async function dropFile(key: string) {
  await run('readwrite', (store) => store.delete(key))
  announce()
}

/** Stores the reason, so that the file is not retried. */
export async function giveUpFile(file: WaitingFile, problem: string) {
  await run('readwrite', (store) => store.put({ ...file, problem }))
  announce()
}

/** Waiting files of this owner in order of choice; empty where storage is forbidden. */
export async function listWaiting(owner: string): Promise<WaitingFile[]> {
  const all = await run<WaitingFile[]>('readonly', (store) => store.getAll()).catch(() => [])
  return all.filter((file) => file.owner === owner).sort((a, b) => a.chosenAt - b.chosenAt)
}

/** Deletes files of owners with this prefix that were chosen before a moment. */
export async function dropOldFiles(ownerPrefix: string, before: number) {
  const all = await run<WaitingFile[]>('readonly', (store) => store.getAll()).catch(() => [])
  const old = all.filter(({ owner, chosenAt }) => owner.startsWith(ownerPrefix) && chosenAt < before)
  for (const { key } of old) await dropFile(key)
}

/** Not `randomUUID`, which browsers have on https only. */
export function newFileKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sentence for a file that cannot be stored and is uploaded directly while the page is open. */
export const whyNotKept = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'There is no room left on this device to keep it. Leave this page open until it is sent.'
    : 'This browser does not keep files. Leave this page open until it is sent.'
