import { BasePlugin, type Meta, type PluginOpts, type Uppy, type UppyFile } from '@uppy/core'
import { filterFilesToEmitUploadStarted, filterFilesToUpload } from '@uppy/core/utils'
import { createSemaphore } from '#client/platform/semaphore.ts'
import { failureSentence, networkSentence, uploadProblem } from '../send/errors.ts'
import type { Network } from '../send/network.ts'
import { sendFile, stallSentence } from '../send/send-file.ts'
import type { Transport } from '../send/transport.ts'

/** Response body of an uploaded file. */
export type Stored = { path: string }
export type UploadFile = UppyFile<Meta, Stored>
export type Uploads = Uppy<Meta, Stored>

export const atOnce = 5

interface Options extends PluginOpts {
  transport: Transport
  network: Network
}

/** A pause aborts the current attempt; a resume begins a new one. */
class Sending {
  #attempt = new AbortController()
  #resume: (() => void) | undefined
  paused: boolean
  cancelled = false

  constructor(paused: boolean) {
    this.paused = paused
  }

  /** Resolves to the signal of the next attempt, after a pause if there is one. */
  async next(): Promise<AbortSignal> {
    if (this.paused) {
      await new Promise<void>((resolve) => {
        this.#resume = resolve
      })
    }
    this.#attempt = new AbortController()
    return this.#attempt.signal
  }

  set(paused: boolean) {
    this.paused = paused
    if (paused) this.#attempt.abort()
    else this.#resume?.()
  }

  cancel() {
    this.cancelled = true
    this.#attempt.abort()
    this.#resume?.()
  }
}

/**
 * Uploader with a grant per attempt, the raw file by PUT, five at once, three retries, a stall timeout, and pause. No
 * stock uploader does this.
 */
export class UploaderPlugin extends BasePlugin<Options, Meta, Stored> {
  readonly #sendings = new Map<string, Sending>()
  readonly #semaphore = createSemaphore(atOnce)

  constructor(uppy: Uploads, options: Options) {
    super(uppy, options)
    this.id = 'Uploader'
    this.type = 'uploader'
  }

  override install() {
    const { capabilities } = this.uppy.getState()
    this.uppy.setState({ capabilities: { ...capabilities, resumableUploads: true, individualCancellation: true } })
    this.uppy.addUploader(this.#upload)
    this.uppy.on('file-removed', this.#forget)
    this.uppy.on('upload-pause', this.#setPaused)
    this.uppy.on('pause-all', this.#pauseAll)
    this.uppy.on('resume-all', this.#resumeAll)
    this.uppy.on('back-online', this.#retryUnreached)
  }

  override uninstall() {
    this.uppy.removeUploader(this.#upload)
    this.uppy.off('file-removed', this.#forget)
    this.uppy.off('upload-pause', this.#setPaused)
    this.uppy.off('pause-all', this.#pauseAll)
    this.uppy.off('resume-all', this.#resumeAll)
    this.uppy.off('back-online', this.#retryUnreached)
    for (const sending of this.#sendings.values()) sending.cancel()
  }

  #forget = (file: UploadFile | undefined) => {
    this.#sendings.get(file?.id ?? '')?.cancel()
    const { name = '', size, data } = file ?? {}
    // An uploaded file stays on the server and is no longer in the transport's memory.
    if (data instanceof Blob && !file?.progress.uploadComplete)
      this.opts.transport.giveUp?.({ name, size: size ?? data.size, data })
  }
  #setPaused = (file: UploadFile | undefined, paused: boolean) => this.#sendings.get(file?.id ?? '')?.set(paused)
  #pauseAll = () => {
    for (const sending of this.#sendings.values()) sending.set(true)
  }
  #resumeAll = () => {
    for (const sending of this.#sendings.values()) sending.set(false)
  }

  /** Retries files that failed without a network. */
  #retryUnreached = () => {
    for (const { id, error } of this.uppy.getFiles()) {
      if (error === networkSentence) void this.uppy.retryUpload(id)?.catch(() => undefined)
    }
  }

  #upload = async (ids: string[]) => {
    const files = filterFilesToUpload(this.uppy.getFilesByIds(ids))
    this.uppy.emit('upload-start', filterFilesToEmitUploadStarted(files))
    await Promise.all(files.map((file) => this.#send(file)))
  }

  /** Never rejects, because one failed file must not end the others. */
  async #send(file: UploadFile) {
    const sending = new Sending(file.isPaused ?? false)
    this.#sendings.set(file.id, sending)
    for (;;) {
      const signal = await sending.next()
      if (sending.cancelled) return this.#finished(file, sending)
      try {
        const { url, path } = await this.#semaphore(signal, () => this.#sendOnce(file, signal))
        this.#finished(file, sending)
        const response = { status: 201, body: { path }, uploadURL: url.replace(/\?.*$/, '') }
        return void this.uppy.emit('upload-success', this.uppy.getFile(file.id), response)
      } catch (error) {
        if (sending.cancelled) return this.#finished(file, sending)
        if (signal.aborted) {
          this.#progressed(file, 0)
          continue
        }
        this.#finished(file, sending)
        const failure = new Error(failureSentence(error, networkSentence))
        return void this.uppy.emit('upload-error', this.uppy.getFile(file.id), failure)
      }
    }
  }

  #finished(file: UploadFile, sending: Sending) {
    if (this.#sendings.get(file.id) === sending) this.#sendings.delete(file.id)
  }

  #sendOnce({ id }: UploadFile, signal: AbortSignal) {
    // Read the current state: the position is assigned after the file was chosen.
    const { name, type, data, size, meta } = this.uppy.getFile(id)
    if (!(data instanceof Blob)) throw uploadProblem('This file is gone. Please choose it again.', 400)
    const place = typeof meta.position === 'number' ? { position: meta.position } : {}
    const key = typeof meta.fileKey === 'string' ? { fileKey: meta.fileKey } : {}
    const file = { name, type, data, size: size ?? data.size, ...place, ...key }
    return sendFile(file, {
      transport: this.opts.transport,
      network: this.opts.network,
      signal,
      onProgress: (bytes) => this.#progressed({ id, size: file.size }, bytes),
      onStall: () => this.uppy.emit('upload-stalled', new Error(stallSentence), [this.uppy.getFile(id)]),
    })
  }

  #progressed({ id, size }: Pick<UploadFile, 'id' | 'size'>, bytes: number) {
    const file = this.uppy.getFile(id)
    if (!file) return
    const bytesTotal = size ?? 0
    this.uppy.emit('upload-progress', file, {
      uploadStarted: file.progress.uploadStarted ?? Date.now(),
      // Uppy treats 100 % as final. Only the server's answer is, and until then the upload may restart.
      bytesUploaded: Math.min(bytes, Math.floor(bytesTotal * 0.99)),
      bytesTotal,
    })
  }
}
