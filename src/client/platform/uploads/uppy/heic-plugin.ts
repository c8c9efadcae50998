import { BasePlugin, type Meta, type PluginOpts } from '@uppy/core'
import { heicSentence, heicToJpeg, isHeic } from '../smaller/heic.ts'
import type { Stored, UploadFile, Uploads } from './uploader-plugin.ts'

const pluginId = 'HeicConversion'

/** Converts HEIC photos to JPEG before Uppy adds them: its list, its stored copy and the server see the JPEG only. */
export class HeicPlugin extends BasePlugin<PluginOpts, Meta, Stored, { converting: number }> {
  #conversions = new AbortController()
  #isUploadWanted = false

  constructor(uppy: Uploads, options?: PluginOpts) {
    super(uppy, options)
    this.id = pluginId
    this.type = 'modifier'
  }

  override install() {
    this.setPluginState({ converting: 0 })
    this.uppy.setOptions({ onBeforeFileAdded: this.#take })
    this.uppy.on('upload', this.#wantUpload)
    this.uppy.on('cancel-all', this.stop)
  }

  override uninstall() {
    this.uppy.off('upload', this.#wantUpload)
    this.uppy.off('cancel-all', this.stop)
    this.stop()
  }

  get converting(): number {
    return this.getPluginState().converting ?? 0
  }

  /** Drops photos that are being converted; all other files go on. */
  stop = () => {
    this.#conversions.abort()
    this.#conversions = new AbortController()
  }

  #wantUpload = () => {
    this.#isUploadWanted = this.converting > 0
  }

  #take = (file: UploadFile, others: Record<string, UploadFile>): boolean => {
    const isConverted = isHeic(file) && this.uppy.opts.restrictions.allowedFileTypes?.includes('image/jpeg')
    if (!isConverted || !(file.data instanceof Blob)) return !Object.hasOwn(others, file.id)
    void this.#convert(file, new File([file.data], file.name, { type: file.type }))
    // Reject the original; its JPEG is added later.
    return false
  }

  async #convert(file: UploadFile, photo: File) {
    const { signal } = this.#conversions
    this.setPluginState({ converting: this.converting + 1 })
    const data = await heicToJpeg(photo, signal)
    const isUploadWanted = this.#isUploadWanted
    if (data && !signal.aborted) this.#add(data)
    // Count down after adding, so that no subscriber sees an idle state in between.
    this.setPluginState({ converting: this.converting - 1 })
    if (this.converting === 0) this.#isUploadWanted = false
    if (signal.aborted) return
    if (!data) return this.#refuse(file)
    // The sender has pressed upload during the conversion.
    if (isUploadWanted) void this.uppy.upload().catch(() => undefined)
  }

  #add(data: File) {
    try {
      this.uppy.addFile({ source: 'device', name: data.name, type: data.type, data })
    } catch {
      // There are too many files, or this one is too large; Uppy has reported it.
    }
  }

  #refuse(file: UploadFile) {
    this.uppy.info(heicSentence, 'error', this.uppy.opts.infoTimeout)
    this.uppy.emit('restriction-failed', file, new Error(heicSentence))
  }
}

const pluginOf = (uploads: Uploads) => uploads.getPlugin<HeicPlugin>(pluginId)

/** Number of photos being converted to JPEG, which takes seconds for each. */
export const countConverting = (uploads: Uploads): number => pluginOf(uploads)?.converting ?? 0

export const stopConverting = (uploads: Uploads) => pluginOf(uploads)?.stop()
