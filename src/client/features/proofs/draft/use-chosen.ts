import { useEffect, useRef, useState } from 'react'
import { canPlay } from '#client/platform/uploads/can-play.ts'
import { sha256Of } from '#client/platform/uploads/hash.ts'
import { newFileKey, type WaitingFile } from '#client/platform/uploads/send/offline-store.ts'
import { makeSmaller } from '#client/platform/uploads/smaller/make-smaller.ts'
import { isSmallerChosen } from '#client/platform/uploads/smaller/smaller-choice.ts'
import type { UploadFile, Uploads } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import type { DraftFile } from '../draft-queries.ts'
import { positionOf } from '../file-position.ts'
import { twinOf } from './draft.ts'

type Options = {
  uploads: Uploads | undefined
  /** What the server has for this proof already. */
  draft: DraftFile[]
  /** What waits on this device for a network. */
  waiting: WaitingFile[]
  refuse: (name: string, reason: string) => void
}

/**
 * Looks at each file as it is chosen: gives it its place, shows it, refuses the same bytes a second time before they are
 * sent, and finds out whether this browser can play it.
 */
export function useChosen({ uploads, draft, waiting, refuse }: Options) {
  const known = useRef(draft)
  known.current = draft
  const kept = useRef(waiting)
  kept.current = waiting
  const hashes = useRef(new Map<string, string>())
  const previews = useRef(new Map<string, string>())
  const [unplayable, setUnplayable] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    if (!uploads) return
    const looking = new Map<string, Promise<void>>()

    async function look(file: UploadFile, data: Blob) {
      const sha256 = await sha256Of(data)
      if (!sha256 || !uploads?.getFile(file.id)) return
      hashes.current.set(file.id, sha256)
      const others = uploads.getFiles().filter(({ id, progress }) => id !== file.id && !progress.uploadComplete)
      const before = [
        ...known.current.map(({ fileName, sha256: hash, path }) => ({
          fileName,
          sha256: hash ?? hashes.current.get(path) ?? null,
        })),
        ...kept.current.map(({ name, sha256: hash = null }) => ({ fileName: name, sha256: hash })),
        ...others
          .filter((other) => positionOf(other) < positionOf(file))
          .map(({ id, name }) => ({ fileName: name, sha256: hashes.current.get(id) ?? null })),
      ]
      const twin = twinOf([...before, { sha256 }], before.length)
      if (twin === undefined) return
      uploads.removeFile(file.id)
      refuse(file.name, `${file.name} is the same file as number ${twin} (${before[twin - 1]?.fileName})`)
    }

    /** Looked at as it will be sent: the server has to find the same bytes. */
    async function makeFit(file: UploadFile, data: Blob) {
      const smaller = file.type.startsWith('image/') && isSmallerChosen() ? await makeSmaller(data) : undefined
      if (smaller && uploads?.getFile(file.id)) uploads.setFileState(file.id, { data: smaller, size: smaller.size })
      await look(file, smaller ?? data)
    }

    const added = (file: UploadFile) => {
      const { data } = file
      if (!(data instanceof Blob)) return
      if (file.meta.position === undefined) {
        const places = [...known.current, ...kept.current].map(({ position = 0 }) => position)
        const last = Math.max(0, ...places, ...uploads.getFiles().map(positionOf))
        uploads.setFileMeta(file.id, { position: last + 1, fileKey: newFileKey() })
      }
      if (file.type.startsWith('image/')) previews.current.set(file.id, URL.createObjectURL(data))
      else void canPlay(data).then((plays) => !plays && setUnplayable((before) => new Set([...before, file.id])))
      const current = uploads.getFile(file.id)
      if (current) looking.set(file.id, makeFit(current, data))
    }
    // Nothing is sent before it was looked at.
    const wait = async (ids: string[]) => {
      await Promise.all(ids.map((id) => looking.get(id)))
    }
    uploads.on('file-added', added)
    uploads.addPreProcessor(wait)
    return () => {
      uploads.off('file-added', added)
      uploads.removePreProcessor(wait)
    }
  }, [uploads, refuse])

  useEffect(() => {
    const made = previews.current
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address)
      made.clear()
    }
  }, [])

  return {
    unplayable,
    hashOf: (id: string) => hashes.current.get(id) ?? null,
    previewOf: (id: string) => previews.current.get(id),
    /** From now on it is known by its path. */
    arrived(id: string, path: string) {
      const [hash, preview] = [hashes.current.get(id), previews.current.get(id)]
      if (hash) hashes.current.set(path, hash)
      if (preview) previews.current.set(path, preview)
      setUnplayable((before) => (before.has(id) ? new Set([...before, path]) : before))
    },
  }
}
