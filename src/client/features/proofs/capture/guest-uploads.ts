import { ApiProblem } from '#client/platform/requests/api.ts'
import { failureSentence } from '#client/platform/uploads/send/errors.ts'
import { dropFile, keepFile, listWaiting, newFileKey, whyNotKept } from '#client/platform/uploads/send/offline-store.ts'
import { sendFile } from '#client/platform/uploads/send/send-file.ts'
import type { GuestApi } from './guest-api.ts'

/** A photo on its way from this device. */
export type Sending = {
  /** Made when it was chosen: however often it is sent, the server takes one. */
  key: string
  file: File
  preview: string | undefined
  percent: number
  /** Why it did not arrive; a person decides what becomes of it. */
  problem: string | undefined
  /** On this device: it outlives the page. */
  isKept: boolean
  /** Why the device does not keep it. */
  unkept: string | undefined
  /** Aborted when nobody wants it any more. */
  dismissal: AbortController
}

const atOnce = 2

type Options = {
  api: GuestApi
  /** The link: what was chosen by another one is not shown here. */
  owner: string
  /** The file as it is sent. */
  makeFit: (file: File) => Promise<File>
  onChange: () => void
  /** It has arrived; under this path it is known from now on. */
  onArrived: (sending: Sending, path: string) => Promise<void> | void
  /** Refused in a way that concerns the whole page, for instance because the link was revoked. */
  onClosed: (problem: ApiProblem) => void
  /** It has to wait and cannot be kept. */
  onUnkept: (sentence: string) => void
}

/**
 * Sends photos two at a time, and goes on by itself when the network comes back. They are kept on this device until they have arrived,
 * so that the page may be closed meanwhile.
 */
export function createGuestUploads({ api, owner, makeFit, onChange, onArrived, onClosed, onUnkept }: Options) {
  let running = 0
  /** Its place in the proof is given with its grant: the next one asks later, so that they keep their order. */
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
      if (error instanceof ApiProblem && error.code === 'capture-link-closed') onClosed(error)
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
    /** What was chosen here before the page was closed. */
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
      // It is shown until the device has let go of it: a page that is closed right after must not send it when it is opened again.
      await dropFile(sending.key).catch(() => undefined)
      all = all.filter((other) => other !== sending)
      if (sending.preview) URL.revokeObjectURL(sending.preview)
      onChange()
    },
    /** Nothing can be sent any more. Says how many did not get through. */
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

/** Where the device refuses, the photo is on its way all the same. */
async function keep(sending: Sending, { owner, isWanted, onUnkept }: Keeping) {
  const { key, file } = sending
  const { name, type, size } = file
  try {
    await keepFile({ key, owner, taskId: owner, name, type, size, data: file })
    sending.isKept = true
    // It arrived, or was taken out, while it was being written.
    if (!isWanted()) await dropFile(key)
  } catch (error) {
    sending.unkept = whyNotKept(error)
    if (navigator.onLine === false) onUnkept(sending.unkept)
  }
}
