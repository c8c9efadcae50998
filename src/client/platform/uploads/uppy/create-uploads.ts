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
/** More than any dialog takes at once. */
const mostKept = 10

/**
 * Files on their way to the server. `id` names whose they are and what for: after a reload the same id finds the files that
 * were chosen and not uploaded yet, for a day.
 */
export function createUploads(id: string, purpose: Purpose, taskId?: string): Uploads {
  const uppy = new Uppy<Meta, Stored>({ id, autoProceed: false })
  const { maxBytes } = purposes[purpose]
  uppy.use(UploaderPlugin, { transport: companyTransport(id, purpose, taskId), network: deviceNetwork })
  uppy.use(HeicPlugin)
  // Its types leave these out; without them it drops whatever is larger than 10 MiB.
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
      // An empty file is refused at once, not after it was sent.
      minFileSize: 1,
      // Also the picker's `accept`. HEIC is not named: an iPhone then turns its photos into JPEG by itself.
      allowedFileTypes: [...rules.types],
    },
    locale: { strings: messages(rules, isPhone()) },
  })
}

/** Ends it without forgetting what was chosen: the same id brings it back. */
export function suspend(uploads: Uploads) {
  // The uploader too: what is removed while it is there is given up.
  for (const name of [restorer, 'Uploader']) {
    const plugin = uploads.getPlugin(name)
    if (plugin) uploads.removePlugin(plugin)
  }
  uploads.destroy()
}

/** Runs when everything that was chosen has arrived; Uppy's own `complete` leaves single retries out. */
export function onAllStored(uploads: Uploads, listener: (count: number) => void): () => void {
  let told = false
  return uploads.store.subscribe(() => {
    const { files, currentUploads } = uploads.getState()
    const all = Object.values(files)
    const isUnderWay = Object.keys(currentUploads).length > 0 || countConverting(uploads) > 0
    const finished = all.length > 0 && !isUnderWay && all.every(({ progress }) => progress.uploadComplete)
    // Later: Uppy still looks at these files while it tells us.
    if (finished && !told) setTimeout(() => listener(all.length))
    told = finished
  })
}
