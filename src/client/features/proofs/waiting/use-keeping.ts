import { useEffect, useRef } from 'react'
import { networkSentence } from '#client/platform/uploads/send/errors.ts'
import { deviceNetwork } from '#client/platform/uploads/send/network.ts'
import { keepFile, newFileKey, whyNotKept } from '#client/platform/uploads/send/offline-store.ts'
import type { UploadFile, Uploads } from '#client/platform/uploads/uppy/uploader-plugin.ts'
import { positionOf } from '../file-position.ts'

type Options = {
  uploads: Uploads | undefined
  companyId: string
  taskId: string
  hashOf: (id: string) => string | null
  /** It could not be kept, and why; it is tried directly. */
  onRefused: (name: string, reason: string) => void
}

/**
 * Without a network a chosen file is kept on this device, and sent from any page as soon as there is one. So is one that got no
 * answer, however often it was tried.
 */
export function useKeeping({ uploads, companyId, taskId, ...told }: Options) {
  const latest = useRef(told)
  latest.current = told

  useEffect(() => {
    if (!uploads) return
    async function keep(file: UploadFile): Promise<boolean> {
      const { id, name, type, data, meta } = file
      if (!(data instanceof Blob)) return false
      const key = typeof meta.fileKey === 'string' ? meta.fileKey : newFileKey()
      const sha256 = latest.current.hashOf(id)
      try {
        await keepFile({
          key,
          owner: companyId,
          taskId,
          name,
          type,
          size: data.size,
          data,
          position: positionOf(file),
          ...(sha256 ? { sha256 } : {}),
        })
        uploads?.removeFile(id)
        return true
      } catch (error) {
        latest.current.onRefused(name, whyNotKept(error).replace(/\.$/, ''))
        return false
      }
    }
    const keepOffline = async (ids: string[]) => {
      for (const id of ids) {
        const file = uploads.getFile(id)
        if (file && !deviceNetwork.isUp()) await keep(file)
      }
    }
    const keepUnreached = (file: UploadFile | undefined, { message }: { message: string }) => {
      if (file && message === networkSentence) void keep(file)
    }
    uploads.addPreProcessor(keepOffline)
    uploads.on('upload-error', keepUnreached)
    return () => {
      uploads.removePreProcessor(keepOffline)
      uploads.off('upload-error', keepUnreached)
    }
  }, [uploads, companyId, taskId])
}
