import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '#client/platform/requests/api.ts'
import { confirmShownUser } from '#client/platform/session/session.ts'
import { httpTransport } from '#client/platform/uploads/transfer/http-transport.ts'
import { deviceNetwork } from '#client/platform/uploads/transfer/network.ts'
import { transfer } from '#client/platform/uploads/transfer/transfer.ts'
import { UploadFault } from '#client/platform/uploads/transfer/upload-fault.ts'
import { startSending, type Verdict } from '#client/platform/uploads/waiting/send-waiting.ts'
import { dropFile, giveUpFile, type WaitingFile } from '#client/platform/uploads/waiting/waiting-store.ts'
import { draftOfTask, showInDraft } from '../draft-queries.ts'

/** Sends what waits for this company, on whichever page it is. Returns how to stop. */
export function startSendingFilesOf(companyId: string, client: QueryClient): () => void {
  return startSending({
    owner: companyId,
    judge,
    giveUp: giveUpFile,
    async send(file, signal) {
      // Opened without a network, the page has not asked yet who is signed in by now.
      if (!(await confirmShownUser(client))) throw new SignedOut()
      const { key, name, type, size, data, taskId } = file
      const place = file.position === undefined ? {} : { position: file.position }
      const outgoing = { name, type, size, data, fileKey: key, ...place }
      // The scope of the upload dialog of this task, whose files these were.
      const transport = httpTransport(`proof-${companyId}-${taskId}`, 'proof', taskId)
      const journey = { network: deviceNetwork, signal, onProgress: () => undefined, onStall: () => undefined }
      const { path } = await transfer(outgoing, { ...journey, transport })
      await showArrived(client, file, path)
      await dropFile(key)
    },
  })
}

class SignedOut extends Error {}

const mostClashes = 5

function judge(error: unknown, failures: number): Verdict {
  if (error instanceof SignedOut) return 'stop'
  if (error instanceof ApiProblem && (error.status === 0 || error.status >= 500)) return 'again'
  if (!(error instanceof UploadFault)) return failures < mostClashes ? 'again' : { sentence: 'It could not be sent.' }
  const { status, code, message } = error
  if (status === 401) return 'stop'
  // Full is full until an organiser makes room.
  if (error.mayPass && status !== 507) return 'again'
  // An attempt of another tab, or of a moment ago, is in the way; 412 is what a store of its own answers then.
  const isClash = code === 'grant-spent' || code === 'file-exists' || status === 412
  return isClash && failures < mostClashes ? 'again' : { sentence: message }
}

/** The open form shows it before the server is asked. */
async function showArrived(client: QueryClient, file: WaitingFile, path: string) {
  const { taskId, name, size, type, position = 0, sha256 = null } = file
  if (!client.getQueryData(draftOfTask(taskId).queryKey)) return client.invalidateQueries({ queryKey: ['uploads'] })
  await showInDraft(client, taskId, {
    path,
    fileName: name,
    size,
    type,
    position,
    chosen: true,
    state: 'preparing',
    reason: null,
    sha256,
    videoCodec: null,
    thumbnailUrl: null,
    uploadedAt: new Date().toISOString(),
    senderName: null,
    addedBy: 'company',
    guestId: null,
  })
}
