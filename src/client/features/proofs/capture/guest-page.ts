import { ApiProblem } from '#client/platform/requests/api.ts'
import { failureSentence } from '#client/platform/uploads/send/errors.ts'
import { heicSentence, heicToJpeg, isHeic } from '#client/platform/uploads/smaller/heic.ts'
import { makeSmaller } from '#client/platform/uploads/smaller/make-smaller.ts'
import { isSmallerChosen } from '#client/platform/uploads/smaller/smaller-choice.ts'
import type { Capture, GuestFile } from '#contract/proofs/capture.ts'
import { element } from './elements.ts'
import { createGuestApi } from './guest-api.ts'
import { createGuestUploads, type Sending } from './guest-uploads.ts'
import { closedView, fileRow, handedInView, openView, sendingRow, showProgress, thanksOf } from './guest-views.ts'

/** While a photo is being looked at, and while nothing happens. */
const [soonMs, laterMs] = [2_000, 20_000]

async function makeFit(chosen: File): Promise<File> {
  const file = isHeic(chosen) ? await heicToJpeg(chosen) : chosen
  if (!file) throw new Error(heicSentence)
  const smaller = isSmallerChosen() ? await makeSmaller(file) : undefined
  return smaller ? new File([smaller], file.name, { type: smaller.type }) : file
}

const unsentSentence = (count: number) =>
  count === 1
    ? 'One file that waited on this device was not sent.'
    : `${count} files that waited on this device were not sent.`

/** The page behind a team link: add photos to the proof of one task, without an account. */
export function startGuestPage(root: HTMLElement, token: string) {
  const api = createGuestApi(token)
  const previews = new Map<string, string>()
  let capture: Capture | undefined
  let isClosed = false
  let timer: number | undefined

  const uploads = createGuestUploads({
    api,
    // Enough to tell links apart, and too little to use one.
    owner: `team ${token.slice(0, 12)}`,
    makeFit,
    onChange: showFiles,
    async onArrived({ preview }: Sending, path) {
      if (preview) previews.set(path, preview)
      view.say('')
      await refresh()
    },
    onClosed: close,
    onUnkept: (sentence) => view.say(sentence),
  })
  const view = openView({
    onPicked: (files) => uploads.add(files),
    onName: (name) => api.setName(name).then(show),
  })

  function close({ sentence }: ApiProblem) {
    if (isClosed) return
    isClosed = true
    clearTimeout(timer)
    const show = (text: string) => root.replaceChildren(closedView('This link no longer works', text))
    show(sentence)
    void uploads.forgetAll().then((unsent) => unsent > 0 && show(`${sentence} ${unsentSentence(unsent)}`))
  }

  function show(next: Capture) {
    const isFirst = capture === undefined
    const wasHandedIn = capture?.isHandedIn
    capture = next
    if (isFirst || wasHandedIn !== next.isHandedIn) {
      root.replaceChildren(next.isHandedIn ? handedInView(next) : view.frame)
      if (isFirst) view.fill(next)
      if (isFirst) void uploads.resume()
    }
    showFiles()
  }

  /** Rows are kept while they say the same: what somebody points at must not be replaced. */
  const rows = new Map<string, { said: string; row: HTMLElement }>()
  function rowOf(key: string, said: string, make: () => HTMLElement): HTMLElement {
    const known = rows.get(key)
    if (known?.said === said) return known.row
    const row = make()
    rows.set(key, { said, row })
    return row
  }

  function showFiles() {
    if (!capture || capture.isHandedIn || isClosed) return
    const arrived = capture.files.map((file) =>
      rowOf(file.path, `${file.state} ${previews.get(file.path) ?? ''}`, () =>
        fileRow(file, previews.get(file.path), () => remove(file)),
      ),
    )
    const sending = uploads
      .list()
      .map((one) =>
        rowOf(`sending ${one.key}`, one.problem ?? '', () =>
          sendingRow(one, { onRetry: () => uploads.retry(one), onDismiss: () => void uploads.dismiss(one) }),
        ),
      )
    for (const [index, one] of uploads.list().entries()) showProgress(sending[index], one)
    view.showFiles([...arrived, ...sending], thanksOf(capture, uploads.list().length))
    for (const file of capture.files) void showThumbnail(file)
  }

  const asked = new Set<string>()
  async function showThumbnail({ path, state }: GuestFile) {
    if (state !== 'ready' || previews.has(path) || asked.has(path)) return
    asked.add(path)
    const picture = await api.thumbnail(path).catch(() => undefined)
    if (!picture) return
    previews.set(path, URL.createObjectURL(picture))
    showFiles()
  }

  async function remove(file: GuestFile) {
    try {
      show(await api.remove(file.path))
      view.focusAdd()
    } catch (error) {
      view.say(failureSentence(error))
      await refresh()
    }
  }

  async function refresh() {
    clearTimeout(timer)
    if (isClosed) return
    try {
      show(await api.read())
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'capture-link-closed') return close(error)
      if (!capture) {
        root.replaceChildren(closedView('The page did not load', failureSentence(error), () => void refresh()))
      }
    }
    const isPreparing = capture?.files.some(({ state }) => state === 'preparing')
    timer = window.setTimeout(() => void refresh(), isPreparing ? soonMs : laterMs)
  }

  addEventListener('beforeunload', (event) => {
    if (uploads.list().some(({ problem, isKept }) => !problem && !isKept)) event.preventDefault()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void refresh())
  root.replaceChildren(
    element('p', { className: 'm-auto p-8 text-lg', attributes: { role: 'status' }, textContent: 'Opening…' }),
  )
  void refresh()
}
