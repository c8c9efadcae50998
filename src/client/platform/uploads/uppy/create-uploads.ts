import Uppy, { type Meta } from '@uppy/core'
import GoldenRetriever from '@uppy/golden-retriever'
import { type Purpose, purposes } from '#contract/files/endpoints.ts'
import { isPhone, type UploadRules } from '../rules.ts'
import { companyTransport } from '../send/company-transport.ts'
import { deviceNetwork } from '../send/network.ts'
import { countConverting, HeicPlugin } from './heic-plugin.ts'
import { messages } from './messages.ts'
import { type Stored, UploaderPlugin, type Uploads } from './uploader-plugin.ts'

const restorer = 'GoldenRetriever'
/** More files than any dialog takes at once. */
const mostKept = 10

/**
 * Creates Uppy. `id` names the owner and purpose: for a day after a reload, the same id restores the files that were
 * not uploaded.
 */
export function createUploads(id: string, purpose: Purpose, taskId?: string): Uploads {
  const uppy = new Uppy<Meta, Stored>({ id, autoProceed: false })
  const { maxBytes } = purposes[purpose]
  uppy.use(UploaderPlugin, { transport: companyTransport(id, purpose, taskId), network: deviceNetwork })
  uppy.use(HeicPlugin)
  // Missing in its types. Without these limits it drops every file larger than 10 MiB.
  const indexedDB: { name?: string; maxFileSize: number; maxTotalSize: number } = {
    maxFileSize: maxBytes,
    maxTotalSize: maxBytes * mostKept,
  }
  uppy.use(GoldenRetriever, { id: restorer, indexedDB })
  return uppy
}

export function applyRules(uploads: Uploads, rules: UploadRules) {
  uploads.setOptions({
    restrictions: {
      maxNumberOfFiles: rules.maxFiles,
      maxFileSize: rules.maxBytes,
      // Refuse an empty file at once, not after its upload.
      minFileSize: 1,
      // Also sets the picker's `accept`. HEIC is left out, so that an iPhone converts its photos to JPEG itself.
      allowedFileTypes: [...rules.types],
    },
    locale: { strings: messages(rules, isPhone()) },
  })
}

/** Destroys Uppy but keeps its stored files, which the same id restores. */
export function suspend(uploads: Uploads) {
  // Remove the uploader first: it discards on the server each file that is removed.
  for (const name of [restorer, 'Uploader']) {
    const plugin = uploads.getPlugin(name)
    if (plugin) uploads.removePlugin(plugin)
  }
  uploads.destroy()
}

/** Runs when every chosen file is uploaded; Uppy's `complete` event does not fire for single retries. */
export function onAllStored(uploads: Uploads, listener: (count: number) => void): () => void {
  let isReported = false
  return uploads.store.subscribe(() => {
    const { files, currentUploads } = uploads.getState()
    const all = Object.values(files)
    const isUnderWay = Object.keys(currentUploads).length > 0 || countConverting(uploads) > 0
    const finished = all.length > 0 && !isUnderWay && all.every(({ progress }) => progress.uploadComplete)
    // Deferred, because Uppy still reads these files during the event.
    if (finished && !isReported) setTimeout(() => listener(all.length))
    isReported = finished
  })
}
