import { call, sendRequest } from '#client/platform/requests/api.ts'
import { deleteWaitingFile, grantUpload, listWaitingFiles, type Purpose } from '#contract/files/endpoints.ts'
import { tus } from '#contract/files/tus-protocol.ts'
import { createMemory, creationHeaders } from './resumable.ts'
import { createTransport, type OutgoingFile, type Transport } from './transport.ts'

/** Transport of a signed-in company. `scope` names the owner of the files. */
export function companyTransport(scope: string, purpose: Purpose, taskId?: string): Transport {
  /** The file's draft, its position there, and its key. */
  const draftOf = ({ position, fileKey }: OutgoingFile) => ({
    ...(taskId ? { taskId, ...(fileKey === undefined ? {} : { fileKey }) } : {}),
    ...(position === undefined ? {} : { position }),
  })
  return createTransport({
    memory: createMemory(scope),
    grantWhole(file) {
      const { name, size, type } = file
      return call(grantUpload, { body: { fileName: name, size, contentType: type, purpose, ...draftOf(file) } })
    },
    createResumable(file) {
      const { position, ...draft } = { position: undefined, ...draftOf(file) }
      const metadata = { filename: file.name, filetype: file.type, purpose, ...draft, position: position?.toString() }
      return sendRequest(`/api${tus.createPath}`, { method: 'POST', headers: creationHeaders(file.size, metadata) })
    },
    arrived: async (path) => (await call(listWaitingFiles, {})).some((file) => file.path === path),
    discard(path) {
      const [folder = '', name = ''] = path.split('/')
      return call(deleteWaitingFile, { params: { folder, name } })
    },
  })
}
