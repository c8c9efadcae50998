import type { QueryClient } from '@tanstack/react-query'
import { canPlay } from '#client/platform/uploads/can-play.ts'
import { sha256Of } from '#client/platform/uploads/hash.ts'
import { networkSentence } from '#client/platform/uploads/send/errors.ts'
import { deviceNetwork } from '#client/platform/uploads/send/network.ts'
import { keepFile, newFileKey, whyNotKept } from '#client/platform/uploads/send/offline-store.ts'
import { makeSmaller } from '#client/platform/uploads/smaller/make-smaller.ts'
import { isSmallerChosen } from '#client/platform/uploads/smaller/smaller-choice.ts'
import type { UploadFile, Uploads } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { toast } from '#client/ui/toasts/toast-store.ts'
import { showArrived } from '../../draft-queries.ts'
import { bothTypes, type Kind, kindOf, otherKindSentence } from '../../files/kinds.ts'
import { findTwin } from './draft-state.ts'
import { positionOf } from './file-position.ts'

type Options = {
  client: QueryClient
  companyId: string
  taskId: string
  /** Lists the files of the draft on the server and on this device. */
  listKnown: () => { fileName: string; sha256: string | null; position: number }[]
  /** False for a file that is not of the kind of this proof. */
  takeKind: (kind: Kind) => boolean
  refuse: (name: string, reason: string) => void
  onChange: () => void
}

/**
 * Follows each file from its choice until it is in the draft: position, checks, and the offline queue. Files are
 * identified by Uppy's id, by their key while they wait, and by their path after the upload.
 */
export class ChosenFiles {
  readonly #options: Options
  readonly #hashes = new Map<string, string>()
  readonly #previews = new Map<string, string>()
  readonly #checks = new Map<string, Promise<void>>()
  unplayable: ReadonlySet<string> = new Set()

  constructor(options: Options) {
    this.#options = options
  }

  hashOf = (id: string) => this.#hashes.get(id) ?? null
  previewOf = (id: string) => this.#previews.get(id)

  addPreview(id: string, data: Blob) {
    if (!this.#previews.has(id)) this.#previews.set(id, URL.createObjectURL(data))
  }

  clearPreviews() {
    for (const address of this.#previews.values()) URL.revokeObjectURL(address)
    this.#previews.clear()
  }

  follow(uploads: Uploads) {
    uploads.on('file-added', (file) => this.#add(uploads, file))
    uploads.on('restriction-failed', (file, error: Error & { isUserFacing?: boolean }) => {
      // Uppy also rejects the original of a HEIC photo that is being converted to JPEG, which is no refusal.
      if (error.isUserFacing === false) return
      const { name = '', type = '' } = file ?? {}
      this.#options.refuse(name, this.#isOfOtherKind(type) ? otherKindSentence(kindOf(type)) : error.message)
    })
    uploads.addPreProcessor(async (ids) => {
      await Promise.all(ids.map((id) => this.#checks.get(id)))
      for (const id of ids) {
        const file = uploads.getFile(id)
        if (file && !deviceNetwork.isUp()) await this.#keep(uploads, file)
      }
    })
    uploads.on('upload-success', (file, response) => file && this.#showArrived(file, response.body?.path))
    uploads.on('upload-error', (file, { message }) => {
      // A file without an answer goes to the offline queue instead.
      if (message !== networkSentence) toast({ variant: 'destructive', title: 'Upload failed', description: message })
      else if (file) void this.#keep(uploads, file)
    })
  }

  #add(uploads: Uploads, { id, type, data, meta }: UploadFile) {
    if (!(data instanceof Blob)) return
    if (meta.position === undefined) {
      const known = this.#options.listKnown().map(({ position }) => position)
      const last = Math.max(0, ...known, ...uploads.getFiles().map(positionOf))
      uploads.setFileMeta(id, { position: last + 1, fileKey: newFileKey() })
    }
    if (type.startsWith('image/')) this.addPreview(id, data)
    else void canPlay(data).then((plays) => !plays && this.#markUnplayable(id))
    this.#checks.set(id, this.#check(uploads, id, type, data))
  }

  /** Refuses a file of the other kind and a duplicate by its hash; shrinks the photo when the sender chose that. */
  async #check(uploads: Uploads, id: string, type: string, data: Blob) {
    // Uppy removes no file during the event of its addition.
    await undefined
    if (this.#isOfOtherKind(type)) {
      const { name = '' } = uploads.getFile(id) ?? {}
      uploads.removeFile(id)
      return this.#options.refuse(name, otherKindSentence(kindOf(type)))
    }
    const smaller = type.startsWith('image/') && isSmallerChosen() ? await makeSmaller(data) : undefined
    if (smaller && uploads.getFile(id)) uploads.setFileState(id, { data: smaller, size: smaller.size })
    // Hash of the bytes that are sent: the server computes the same one.
    const sha256 = await sha256Of(smaller ?? data)
    const file = uploads.getFile(id)
    if (!sha256 || !file) return
    this.#hashes.set(id, sha256)
    const earlier = uploads
      .getFiles()
      .filter((other) => !other.progress.uploadComplete && positionOf(other) < positionOf(file))
      .map((other) => ({ fileName: other.name, sha256: this.hashOf(other.id) }))
    const before = [...this.#options.listKnown(), ...earlier]
    const twin = findTwin([...before, { sha256 }], before.length)
    if (twin === undefined) return
    uploads.removeFile(id)
    this.#options.refuse(file.name, `${file.name} is the same file as number ${twin} (${before[twin - 1]?.fileName})`)
  }

  #isOfOtherKind = (type: string) => bothTypes.some((taken) => taken === type) && !this.#options.takeKind(kindOf(type))

  #markUnplayable(id: string) {
    this.unplayable = new Set([...this.unplayable, id])
    this.#options.onChange()
  }

  /** Moves a file to this device's offline queue, which is sent from any page once there is a network. */
  async #keep(uploads: Uploads, file: UploadFile) {
    const { id, name, type, data, meta } = file
    if (!(data instanceof Blob)) return
    const { companyId: owner, taskId, refuse } = this.#options
    const [key, sha256] = [typeof meta.fileKey === 'string' ? meta.fileKey : newFileKey(), this.#hashes.get(id)]
    const place = { owner, taskId, position: positionOf(file) }
    try {
      await keepFile({ ...place, key, name, type, size: data.size, data, ...(sha256 ? { sha256 } : {}) })
      uploads.removeFile(id)
    } catch (error) {
      // The file stays in Uppy, which uploads it directly.
      refuse(name, whyNotKept(error).replace(/\.$/, ''))
    }
  }

  #showArrived(file: UploadFile, path: string | undefined) {
    if (!path) return
    const { client, taskId } = this.#options
    const { id, name, size, type } = file
    for (const known of [this.#hashes, this.#previews]) {
      const value = known.get(id)
      if (value) known.set(path, value)
    }
    if (this.unplayable.has(id)) this.#markUnplayable(path)
    const arrived = { path, name, size: size ?? 0, type, position: positionOf(file), sha256: this.hashOf(id) }
    void showArrived(client, taskId, arrived)
  }
}
