import type { Capture } from '#contract/proofs/capture.ts'
import { type GuestApi, GuestProblem, sendBytes } from './guest-api.ts'

/** A photo on its way from this device. */
export type Sending = {
  id: number
  file: File
  preview: string | undefined
  percent: number
  /** Why it did not arrive; a person decides what becomes of it. */
  problem: string | undefined
}

const atOnce = 2
const pauseMs = 3_000

type Options = {
  api: GuestApi
  onChange: () => void
  /** It has arrived; under this path it is known from now on. */
  onArrived: (sending: Sending, path: string) => Promise<void> | void
  /** Refused in a way that concerns the whole page, for instance because the link was revoked. */
  onClosed: (problem: GuestProblem) => void
}

/** Sends photos two at a time, and goes on by itself when the network comes back. */
export function createGuestUploads({ api, onChange, onArrived, onClosed }: Options) {
  let lastId = 0
  let running = 0
  const waiting: Sending[] = []
  let all: Sending[] = []

  function start() {
    while (running < atOnce && waiting.length > 0) {
      const next = waiting.shift()
      if (!next) return
      running += 1
      void send(next).then(() => {
        running -= 1
        start()
        onChange()
      })
    }
  }

  async function send(sending: Sending) {
    try {
      const path = await sendUntilAnswered(api, sending, () => all.includes(sending), onChange)
      if (path === undefined) return
      all = all.filter((other) => other !== sending)
      await onArrived(sending, path)
    } catch (error) {
      const problem =
        error instanceof GuestProblem ? error : new GuestProblem(500, 'unexpected', 'This photo was not sent.')
      if (problem.code === 'capture-link-closed') onClosed(problem)
      sending.problem = problem.message
    }
  }

  return {
    list: () => all,
    add(files: File[]) {
      for (const file of files) {
        lastId += 1
        const preview = /^image\/(jpeg|png)$/.test(file.type) ? URL.createObjectURL(file) : undefined
        const sending: Sending = { id: lastId, file, preview, percent: 0, problem: undefined }
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
    dismiss(sending: Sending) {
      all = all.filter((other) => other !== sending)
      if (sending.preview) URL.revokeObjectURL(sending.preview)
      onChange()
    },
  }
}

/** Tries again while there is no answer, for as long as the page is open and the photo wanted. The path, once it is there. */
async function sendUntilAnswered(
  api: GuestApi,
  sending: Sending,
  isWanted: () => boolean,
  onChange: () => void,
): Promise<string | undefined> {
  const { file } = sending
  let unanswered: string | undefined
  while (isWanted()) {
    try {
      // An answer that got lost is no reason to send it twice.
      if (unanswered && hasArrived(await api.read(), unanswered)) return unanswered
      unanswered = undefined
      const grant = await api.grant(file)
      unanswered = grant.path
      await sendBytes(grant, file, (bytes) => {
        sending.percent = Math.min(99, Math.floor((bytes / Math.max(1, file.size)) * 100))
        onChange()
      })
      return grant.path
    } catch (error) {
      const mayPass =
        error instanceof GuestProblem && (error.status === 0 || error.status === 429 || error.status >= 500)
      if (!mayPass) throw error
      sending.percent = 0
      onChange()
      await networkOrPause()
    }
  }
  return undefined
}

const hasArrived = ({ files }: Capture, path: string) => files.some((file) => file.path === path)

/** Until the device says that it is connected again, or for a moment: what it says is not always right. */
const networkOrPause = () =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      resolve()
    }
    const timer = setTimeout(goOn, pauseMs)
    addEventListener('online', goOn)
  })
