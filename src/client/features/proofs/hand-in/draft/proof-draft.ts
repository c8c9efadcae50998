import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { deviceNetwork, onOnline } from '#client/platform/uploads/send/network.ts'
import {
  dropFile,
  listWaiting,
  onWaitingChange,
  type WaitingFile,
} from '#client/platform/uploads/send/offline-store.ts'
import { applyRules, createUploads, suspend } from '#client/platform/uploads/uppy/create-uploads.ts'
import { countConverting, stopConverting } from '#client/platform/uploads/uppy/heic-plugin.ts'
import type { Uploads } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import { createDraftChanges } from '../../draft-changes.ts'
import { type Draft, draftOfTask } from '../../draft-queries.ts'
import { type Kind, kindOf } from '../../files/kinds.ts'
import { ChosenFiles } from './chosen-files.ts'
import { deriveDraft } from './draft-state.ts'

/** A chosen file that was refused, with the reason. */
type Refusal = { id: number; name: string; reason: string }
let lastRefusal = 0

export type DraftState = ReturnType<typeof deriveDraft> & {
  /** Uppy; undefined until the draft is open. */
  uploads: Uploads | undefined
  refusals: Refusal[]
  unplayable: ReadonlySet<string>
}

/** The draft of one proof: its files on the server, in Uppy, and in this device's offline queue. */
export class ProofDraft {
  readonly #client: QueryClient
  readonly #companyId: string
  readonly #taskId: string
  readonly #listeners = new Set<() => void>()
  readonly #chosen: ChosenFiles
  readonly changes: ReturnType<typeof createDraftChanges>
  #draft: Draft | undefined
  #uploads: Uploads | undefined
  #waiting: WaitingFile[] = []
  #refusals: Refusal[] = []
  #state: DraftState

  constructor(client: QueryClient, companyId: string, taskId: string) {
    this.#client = client
    this.#companyId = companyId
    this.#taskId = taskId
    this.#chosen = new ChosenFiles({
      client,
      companyId,
      taskId,
      listKnown: this.#listKnown,
      takeKind: this.#takeKind,
      refuse: this.#refuse,
      onChange: this.#refresh,
    })
    this.changes = createDraftChanges(client, taskId)
    this.#draft = client.getQueryData(draftOfTask(taskId).queryKey)
    this.#state = this.#derive()
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  state = () => this.#state
  /** Accepts the id, the key or the path of a file. */
  previewOf = (id: string) => this.#chosen.previewOf(id)

  /** Creates Uppy and subscribes to the draft; returns the cleanup. */
  open = () => {
    const uploads = createUploads(`proof-${this.#companyId}-${this.#taskId}`, 'proof', this.#taskId)
    this.#uploads = uploads
    applyRules(uploads, this.#state.rules)
    this.#chosen.follow(uploads)
    const query = new QueryObserver(this.#client, draftOfTask(this.#taskId))
    const stops = [
      uploads.store.subscribe(this.#refresh),
      onWaitingChange(() => void this.#readWaiting()),
      query.subscribe(({ data }) => this.#setDraft(data)),
      onOnline(this.#resumeBegun),
    ]
    void this.#readWaiting()
    this.#setDraft(query.getCurrentResult().data)
    return () => {
      for (const stop of stops) stop()
      this.#uploads = undefined
      suspend(uploads)
      this.#chosen.clearPreviews()
    }
  }

  /** Uploads files from the system's picker at once, as many as there is room for. */
  send(picked: File[]) {
    if (!this.#uploads || picked.length === 0) return
    const { room } = this.#state
    this.#refusals = []
    for (const { name } of picked.slice(room)) this.#refuse(name, `You can only upload ${mostFiles} files`)
    const taken = picked.slice(0, room)
    this.#uploads.addFiles(taken.map((data) => ({ source: 'device', name: data.name, type: data.type, data })))
    void this.#uploads.upload().catch(() => undefined)
  }

  retry = (id: string) => void this.#uploads?.retryUpload(id)?.catch(() => undefined)
  resume = () => this.#uploads?.emit('restore-confirmed')
  /** Cancels all uploads that are not complete. */
  stop = () => this.#uploads?.cancelAll()
  stopConverting = () => this.#uploads && stopConverting(this.#uploads)
  /** Cancels the upload of one file. */
  cancel = (id: string) => this.#uploads?.removeFile(id)

  remove(path: string) {
    // Uppy may still list an uploaded file.
    for (const file of this.#uploads?.getFiles() ?? [])
      if (file.response?.body?.path === path) this.#uploads?.removeFile(file.id)
    void this.changes.remove([path])
  }

  changeKind(kind: Kind) {
    this.stop()
    for (const { key } of this.#waiting) void dropFile(key)
    this.#refusals = []
    this.#refresh()
    void this.changes.changeKind(kind)
  }

  dismissRefusal(id: number) {
    this.#refusals = this.#refusals.filter((refusal) => refusal.id !== id)
    this.#refresh()
  }

  #refuse = (name: string, reason: string) => {
    lastRefusal += 1
    this.#refusals = [...this.#refusals, { id: lastRefusal, name, reason }]
    this.#refresh()
  }

  #derive(): DraftState {
    const uploads = this.#uploads
    const derived = deriveDraft({
      draft: this.#draft,
      files: uploads?.getFiles() ?? [],
      restored: Boolean(uploads?.getState().recoveredState),
      begun: Object.keys(uploads?.getState().currentUploads ?? {}).length > 0,
      converting: uploads ? countConverting(uploads) : 0,
      waiting: this.#waiting,
      previewOf: this.previewOf,
    })
    return { ...derived, uploads, refusals: this.#refusals, unplayable: this.#chosen.unplayable }
  }

  #refresh = () => {
    const before = this.#state
    const next = this.#derive()
    const isSame =
      next.kind === before.kind &&
      next.rules.maxFiles === before.rules.maxFiles &&
      next.rules.types.length === before.rules.types.length
    this.#state = isSame ? { ...next, rules: before.rules } : next
    // Both calls re-enter this method, which then finds no difference.
    if (this.#uploads && !isSame) applyRules(this.#uploads, next.rules)
    if (next.restored && !before.restored) this.#forgetStored()
    this.#resumeBegun()
    for (const listener of this.#listeners) listener()
  }

  #setDraft(draft: Draft | undefined) {
    this.#draft = draft
    this.#refresh()
    if (this.#state.restored) this.#forgetStored()
  }

  /** Removes restored files that the server has already: the page closed before Uppy recorded their upload. */
  #forgetStored() {
    const { moving, files } = this.#state
    for (const { id, name, size } of moving)
      if (files.some((file) => file.fileName === name && file.size === size)) this.#uploads?.removeFile(id)
  }

  /** Resumes an upload that a reload has cut off, once the draft is known and there is a network. */
  #resumeBegun = () => {
    if (!this.#state.resumes || !this.#draft || !deviceNetwork.isUp()) return
    // After Uppy's own work: it is still restoring when it announces the files.
    queueMicrotask(() => this.#state.resumes && this.resume())
  }

  async #readWaiting() {
    const all = await listWaiting(this.#companyId)
    this.#waiting = all.filter(({ taskId }) => taskId === this.#taskId)
    for (const { key, type, data } of this.#waiting) if (type.startsWith('image/')) this.#chosen.addPreview(key, data)
    this.#refresh()
  }

  /** A proof has one kind: the one of its first file. Returns false for a file of the other kind. */
  #takeKind = (kind: Kind): boolean => {
    const { kind: current, stored, waiting, moving } = this.#state
    if (kind === current) return true
    if (stored.length + waiting.length > 0 || moving.some(({ type }) => kindOf(type) === current)) return false
    void this.changes.changeKind(kind)
    return true
  }

  #listKnown = () => {
    const stored = this.#state.files.map(({ path, ...file }) => ({
      ...file,
      sha256: file.sha256 ?? this.#chosen.hashOf(path),
    }))
    const waiting = this.#waiting.map(({ name, sha256 = null, position = 0 }) => ({ fileName: name, sha256, position }))
    return [...stored, ...waiting]
  }
}
