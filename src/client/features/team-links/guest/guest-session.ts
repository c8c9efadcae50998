import { ApiProblem } from '#client/platform/requests/api.ts'
import { failureSentence } from '#client/platform/uploads/send/errors.ts'
import { heicSentence, heicToJpeg, isHeic } from '#client/platform/uploads/smaller/heic.ts'
import { makeSmaller } from '#client/platform/uploads/smaller/make-smaller.ts'
import { isSmallerChosen } from '#client/platform/uploads/smaller/smaller-choice.ts'
import type { Capture, GuestFile } from '#contract/proofs/capture.ts'
import { followChanges } from './follow-changes.ts'
import { createGuestApi } from './guest-api.ts'
import { createGuestUploads } from './guest-uploads.ts'

/** Poll intervals: while a photo is being checked, and otherwise. */
const [soonMs, laterMs] = [2_000, 20_000]

type State = {
  capture?: Capture
  /** Set once the link no longer works, with the number of files that were not sent. */
  closed?: { unsent: number }
  /** Reason why the capture could not be loaded. */
  failure?: string
  /** The latest error message. */
  message: string
}

export type GuestSession = ReturnType<typeof createGuestSession>

/** State of the team link page; calls `onChange` after every change. */
export function createGuestSession(token: string, onChange: () => void) {
  const api = createGuestApi(token)
  const state: State = { message: '' }
  const previews = new Map<string, string>()
  const withThumbnail = new Set<string>()
  const following = new AbortController()
  let timer: number | undefined

  const update = (changes: Partial<State>) => {
    Object.assign(state, changes)
    onChange()
  }
  const uploads = createGuestUploads({
    api,
    // Long enough to distinguish links, too short to use as the secret.
    owner: `team ${token.slice(0, 12)}`,
    makeFit,
    onChange,
    async onArrived({ preview }, path) {
      if (preview) previews.set(path, preview)
      update({ message: '' })
      await refresh()
    },
    onClosed: close,
    onUnkept: (message) => update({ message }),
  })

  function close() {
    if (state.closed !== undefined) return
    clearTimeout(timer)
    following.abort()
    update({ closed: { unsent: 0 } })
    void uploads.forgetAll().then((unsent) => update({ closed: { unsent } }))
  }

  function show(capture: Capture) {
    if (!state.capture) void uploads.resume()
    update({ capture, failure: undefined })
    if (!capture.isHandedIn) for (const file of capture.files) void loadThumbnail(file)
  }

  async function loadThumbnail({ path, state }: GuestFile) {
    if (state !== 'ready' || previews.has(path) || withThumbnail.has(path)) return
    withThumbnail.add(path)
    const picture = await api.thumbnail(path).catch(() => undefined)
    if (!picture) return
    previews.set(path, URL.createObjectURL(picture))
    onChange()
  }

  async function refresh() {
    clearTimeout(timer)
    if (state.closed !== undefined) return
    try {
      show(await api.read())
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'capture-link-closed') return close()
      if (!state.capture) update({ failure: failureSentence(error) })
    }
    const isPreparing = state.capture?.files.some((file) => file.state === 'preparing')
    timer = window.setTimeout(() => void refresh(), isPreparing ? soonMs : laterMs)
  }

  return {
    state,
    previews,
    uploads,
    refresh,
    setName: (name: string) => api.setName(name).then(show),
    /** Deletes the file; resolves to false when that failed. */
    async remove({ path }: GuestFile): Promise<boolean> {
      try {
        show(await api.remove(path))
        return true
      } catch (error) {
        update({ message: failureSentence(error) })
        await refresh()
        return false
      }
    },
    start() {
      addEventListener('beforeunload', (event) => {
        if (uploads.list().some(({ problem, isKept }) => !problem && !isKept)) event.preventDefault()
      })
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void refresh())
      void refresh()
      void followChanges(api, () => void refresh(), following.signal)
    },
  }
}

async function makeFit(chosen: File): Promise<File> {
  const file = isHeic(chosen) ? await heicToJpeg(chosen) : chosen
  if (!file) throw new Error(heicSentence)
  const smaller = isSmallerChosen() ? await makeSmaller(file) : undefined
  return smaller ? new File([smaller], file.name, { type: smaller.type }) : file
}
