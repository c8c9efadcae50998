import { ApiProblem } from '#client/platform/requests/api.ts'
import { failureSentence } from '#client/platform/uploads/send/errors.ts'
import { dropFile, keepFile, listWaiting, newFileKey, whyNotKept } from '#client/platform/uploads/send/offline-store.ts'
import { sendFile } from '#client/platform/uploads/send/send-file.ts'
import type { GuestApi } from './guest-api.ts'

/** A photo that this device is uploading. */
export type Sending = {
  /** Idempotency key, generated when the photo was chosen: the server stores one file however often it is sent. */
  key: string
  file: File
  preview: string | undefined
  percent: number
  /** Reason why the upload failed; the photo waits for a person's decision. */
  problem: string | undefined
  /** True when the device has a copy, which outlives the page. */
  isKept: boolean
  /** Reason why the device has no copy. */
  unkept: string | undefined
  /** Aborted when the photo is removed. */
  dismissal: AbortController
}

const atOnce = 2

type Options = {
  api: GuestApi
  /** Id of the link; photos chosen through another link are not listed. */
  owner: string
  /** Converts or shrinks the file before the upload. */
  makeFit: (file: File) => Promise<File>
  onChange: () => void
  /** Runs after the upload; `path` identifies the file from now on. */
  onArrived: (sending: Sending, path: string) => Promise<void> | void
  /** Runs on a refusal that concerns the whole page, for instance a revoked link. */
  onClosed: () => void
  /** Runs when the photo has to wait for a network and the device has no copy. */
  onUnkept: (sentence: string) => void
}

/**
 * Uploads two photos at a time, and resumes when the network returns. Photos stay in an offline store until they are
 * uploaded, so that the page may be closed.
 */
export function createGuestUploads({ api, owner, makeFit, onChange, onArrived, onClosed, onUnkept }: Options) {
  let running = 0
  /** The grant assigns the position in the proof, so grants are requested one at a time to keep the order. */
  let asking: Sending | undefined
  const waiting: Sending[] = []
  let all: Sending[] = []
  let ready: Promise<unknown> = Promise.resolve()

  const isWanted = (sending: Sending) => all.includes(sending) && !sending.dismissal.signal.aborted

  function start() {
    while (running < atOnce && !asking && waiting.length > 0) {
      const next = waiting.shift()
      if (!next || !isWanted(next)) continue
      running += 1
      asking = next
      void send(next).then(() => {
        running -= 1
        endAsking(next)
        onChange()
      })
    }
  }

  function endAsking(sending: Sending) {
    if (asking === sending) asking = undefined
    start()
  }

  async function send(sending: Sending) {
    const { file, key, dismissal } = sending
    const { name, type, size } = file
    try {
      const { path } = await sendFile(
        { name, type, size, data: file, fileKey: key },
        {
          transport: api.transport,
          persistence: 'until-refused',
          signal: dismissal.signal,
          onGranted: () => endAsking(sending),
          onProgress: (bytes) => {
            sending.percent = Math.min(99, Math.floor((bytes / Math.max(1, size)) * 100))
            onChange()
          },
          onWaiting: () => {
            sending.percent = 0
            onChange()
            if (sending.unkept) onUnkept(sending.unkept)
          },
        },
      )
      forget(sending)
      await onArrived(sending, path)
    } catch (error) {
      if (dismissal.signal.aborted) return
      if (error instanceof ApiProblem && error.code === 'capture-link-closed') onClosed()
      sending.problem = failureSentence(error, 'This photo was not sent.')
      void dropFile(key).catch(() => undefined)
    }
  }

  function forget(sending: Sending) {
    all = all.filter((other) => other !== sending)
    void dropFile(sending.key).catch(() => undefined)
  }

  return {
    list: () => all,
    add(files: File[]) {
      const added = files.map((file) => newSending(newFileKey(), file, false))
      all = [...all, ...added]
      for (const sending of added) {
        ready = ready.then(async () => {
          try {
            sending.file = await makeFit(sending.file)
          } catch (error) {
            sending.problem = failureSentence(error)
            return onChange()
          }
          await keep(sending, { owner, isWanted: () => isWanted(sending), onUnkept })
          waiting.push(sending)
          start()
        })
      }
      onChange()
    },
    /** Resumes photos that were chosen before the page was closed. */
    async resume() {
      for (const { key, name, type, data } of await listWaiting(owner)) {
        if (all.some((sending) => sending.key === key)) continue
        const sending = newSending(key, new File([data], name, { type }), true)
        all = [...all, sending]
        waiting.push(sending)
      }
      start()
      onChange()
    },
    retry(sending: Sending) {
      sending.problem = undefined
      waiting.push(sending)
      start()
      onChange()
    },
    async dismiss(sending: Sending) {
      sending.dismissal.abort()
      // List the photo until its copy is deleted: a reload before that would upload it again.
      await dropFile(sending.key).catch(() => undefined)
      all = all.filter((other) => other !== sending)
      if (sending.preview) URL.revokeObjectURL(sending.preview)
      onChange()
    },
    /** Discards all waiting photos and returns how many were not uploaded. */
    async forgetAll(): Promise<number> {
      const unsent = await listWaiting(owner)
      for (const { dismissal } of all) dismissal.abort()
      all = []
      for (const { key } of unsent) await dropFile(key)
      return unsent.length
    },
  }
}

function newSending(key: string, file: File, isKept: boolean): Sending {
  const preview = /^image\/(jpeg|png)$/.test(file.type) ? URL.createObjectURL(file) : undefined
  return {
    key,
    file,
    preview,
    percent: 0,
    problem: undefined,
    isKept,
    unkept: undefined,
    dismissal: new AbortController(),
  }
}

type Keeping = Pick<Options, 'owner' | 'onUnkept'> & { isWanted: () => boolean }

/** Copies the photo to the device; without a copy the upload goes on all the same. */
async function keep(sending: Sending, { owner, isWanted, onUnkept }: Keeping) {
  const { key, file } = sending
  const { name, type, size } = file
  try {
    await keepFile({ key, owner, taskId: owner, name, type, size, data: file })
    sending.isKept = true
    // The photo was uploaded or removed during the write.
    if (!isWanted()) await dropFile(key)
  } catch (error) {
    sending.unkept = whyNotKept(error)
    if (navigator.onLine === false) onUnkept(sending.unkept)
  }
}
