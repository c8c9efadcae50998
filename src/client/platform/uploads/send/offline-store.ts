/** A file that was chosen without a network. It waits on this device until the server has it. */
export type WaitingFile = {
  /** Made when it was chosen; the server takes one file for it, however often it is sent. */
  key: string
  /** Whose it is: nobody else on this device sees or sends it. */
  owner: string
  taskId: string
  name: string
  type: string
  size: number
  data: Blob
  position?: number
  /** Of its bytes, so that the same photo is not chosen twice. */
  sha256?: string
  /** In this order they are sent. */
  chosenAt: number
  /** Why it will not arrive; it stays until somebody takes it out. */
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
    // Only when it is on the disk: what is shown as waiting must outlive the tab.
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

/** Calls whenever something was added or taken out, in any tab; returns how to stop listening. */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let lastChosenAt = 0

/** Keeps a file on this device. Throws where that is forbidden or there is no room. */
export async function keepFile(file: Omit<WaitingFile, 'chosenAt'>) {
  // Several are chosen within a millisecond, and keep their order.
  lastChosenAt = Math.max(Date.now(), lastChosenAt + 1)
  const chosenAt = lastChosenAt
  // A copy: the file itself may be gone from the phone's gallery before it is sent.
  const data = new Blob([await file.data.arrayBuffer()], { type: file.type })
  await run('readwrite', (store) => store.put({ ...file, data, chosenAt }))
  announce()
}

export async function dropFile(key: string) {
  await run('readwrite', (store) => store.delete(key))
  announce()
}

/** It is not tried again. */
export async function giveUpFile(file: WaitingFile, problem: string) {
  await run('readwrite', (store) => store.put({ ...file, problem }))
  announce()
}

/** What waits for this owner, in the order it was chosen; nothing where storage is forbidden. */
export async function listWaiting(owner: string): Promise<WaitingFile[]> {
  const all = await run<WaitingFile[]>('readonly', (store) => store.getAll()).catch(() => [])
  return all.filter((file) => file.owner === owner).sort((a, b) => a.chosenAt - b.chosenAt)
}

/** Without `randomUUID`, which browsers have on https only. */
export function newFileKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a person reads when a file cannot be kept: it is tried directly, for as long as the page is open. */
export const whyNotKept = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'There is no room left on this device to keep it. Leave this page open until it is sent.'
    : 'This browser does not keep files. Leave this page open until it is sent.'
