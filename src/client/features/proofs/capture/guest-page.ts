import type { Capture, GuestFile } from '#contract/proofs/capture.ts'
import { element } from './elements.ts'
import { createGuestApi, GuestProblem } from './guest-api.ts'
import { createGuestUploads, type Sending } from './guest-uploads.ts'
import { closedView, fileRow, handedInView, openView, sendingRow, showProgress, thanksOf } from './guest-views.ts'

/** While a photo is being looked at, and while nothing happens. */
const [soonMs, laterMs] = [2_000, 20_000]

/** The page behind a team link: add photos to the proof of one task, without an account. */
export function startGuestPage(root: HTMLElement, token: string) {
  const api = createGuestApi(token)
  const previews = new Map<string, string>()
  let capture: Capture | undefined
  let isClosed = false
  let timer: number | undefined

  const uploads = createGuestUploads({
    api,
    onChange: showFiles,
    async onArrived({ preview }: Sending, path) {
      if (preview) previews.set(path, preview)
      await refresh()
    },
    onClosed: close,
  })
  const view = openView({
    onPicked: (files) => uploads.add(files),
    onName: (name) => api.setName(name).then(show),
  })

  function close(problem: GuestProblem) {
    isClosed = true
    clearTimeout(timer)
    root.replaceChildren(closedView('This link no longer works', problem.message))
  }

  function show(next: Capture) {
    const isFirst = capture === undefined
    const wasHandedIn = capture?.isHandedIn
    capture = next
    if (isFirst || wasHandedIn !== next.isHandedIn) {
      root.replaceChildren(next.isHandedIn ? handedInView(next) : view.frame)
      if (isFirst) view.fill(next)
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
        rowOf(`sending ${one.id}`, one.problem ?? '', () =>
          sendingRow(one, { onRetry: () => uploads.retry(one), onDismiss: () => uploads.dismiss(one) }),
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
      view.say(error instanceof Error ? error.message : 'The photo could not be removed.')
      await refresh()
    }
  }

  async function refresh() {
    clearTimeout(timer)
    if (isClosed) return
    try {
      show(await api.read())
    } catch (error) {
      if (error instanceof GuestProblem && error.code === 'capture-link-closed') return close(error)
      if (!capture) {
        const sentence = error instanceof Error ? error.message : 'Please try again.'
        root.replaceChildren(closedView('The page did not load', sentence, () => void refresh()))
      }
    }
    const isPreparing = capture?.files.some(({ state }) => state === 'preparing')
    timer = window.setTimeout(() => void refresh(), isPreparing ? soonMs : laterMs)
  }

  addEventListener('beforeunload', (event) => {
    if (uploads.list().some(({ problem }) => !problem)) event.preventDefault()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void refresh())
  root.replaceChildren(
    element('p', { className: 'm-auto p-8 text-lg', attributes: { role: 'status' }, textContent: 'Opening…' }),
  )
  void refresh()
}
