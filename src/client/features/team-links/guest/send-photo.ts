import { type GuestApi, GuestProblem, type Place, sendFile } from './guest-api.ts'

const pauseMs = 3_000

type Photo = { key: string; file: File; percent: number }

type Journey = {
  api: GuestApi
  inOrder: ReturnType<typeof createQueue>
  isWanted: () => boolean
  onChange: () => void
  /** There was no answer: it waits. */
  onWaiting: () => void
}

/** Tries again while there is no answer, for as long as the page is open and the photo wanted. The path, once it is there. */
export async function sendUntilAnswered(sending: Photo, journey: Journey): Promise<string | undefined> {
  const { file, key } = sending
  const { api, inOrder, isWanted, onChange } = journey
  const unlessItPasses = async (error: unknown) => {
    if (!mayPass(error)) throw error
    sending.percent = 0
    journey.onWaiting()
    onChange()
    await networkOrPause()
  }
  const askUntilAnswered = async (): Promise<Place | undefined> => {
    while (isWanted()) {
      const grant = await api.grant(file, key).catch(unlessItPasses)
      if (grant) return grant
    }
    return undefined
  }
  while (isWanted()) {
    // Their place is given with the grant: in the order in which they were chosen.
    const grant = await inOrder(askUntilAnswered)
    if (!grant) return undefined
    if (grant.isStored) return grant.path
    try {
      await sendFile(grant, file, (bytes) => {
        sending.percent = Math.min(99, Math.floor((bytes / Math.max(1, file.size)) * 100))
        onChange()
      })
      return grant.path
    } catch (error) {
      await unlessItPasses(error)
    }
  }
  return undefined
}

/** No answer, a busy server, or an attempt of another tab that is in the way; 412 is what a store of its own answers then. */
const mayPass = (error: unknown) =>
  error instanceof GuestProblem &&
  (error.status === 0 ||
    error.status === 412 ||
    error.status === 429 ||
    (error.status >= 500 && error.status !== 507) ||
    error.code === 'grant-spent' ||
    error.code === 'file-exists')

/** Does one thing after the other. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

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
