import type { QueryClient } from '@tanstack/react-query'
import { confirmShownUser } from '#client/platform/session/session.ts'
import { companyTransport } from '#client/platform/uploads/send/company-transport.ts'
import { uploadProblem } from '#client/platform/uploads/send/errors.ts'
import { startQueue } from '#client/platform/uploads/send/offline-queue.ts'
import { sendFile } from '#client/platform/uploads/send/send-file.ts'
import { draftOfTask, showArrived } from '../../draft-queries.ts'

/** Sends the waiting files of this company, on whichever page it is. Returns how to stop. */
export function startSendingFilesOf(companyId: string, client: QueryClient): () => void {
  return startQueue({
    owner: companyId,
    async send(file, signal) {
      // Opened without a network, the page has not asked yet who is signed in by now.
      if (!(await confirmShownUser(client))) throw uploadProblem('', 401)
      const { key: fileKey, taskId, name, type, size, data, position } = file
      const outgoing = { name, type, size, data, fileKey, ...(position === undefined ? {} : { position }) }
      // The scope of the upload dialog of this task, whose files these were.
      const transport = companyTransport(`proof-${companyId}-${taskId}`, 'proof', taskId)
      const { path } = await sendFile(outgoing, { transport, signal })
      // The open form shows it before the server is asked.
      if (client.getQueryData(draftOfTask(taskId).queryKey)) await showArrived(client, taskId, { ...file, path })
      else await client.invalidateQueries({ queryKey: ['uploads'] })
    },
  })
}
