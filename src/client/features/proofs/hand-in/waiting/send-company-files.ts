import type { QueryClient } from '@tanstack/react-query'
import { confirmShownUser } from '#client/platform/session/session.ts'
import { companyTransport } from '#client/platform/uploads/send/company-transport.ts'
import { uploadProblem } from '#client/platform/uploads/send/errors.ts'
import { startQueue } from '#client/platform/uploads/send/offline-queue.ts'
import { sendFile } from '#client/platform/uploads/send/send-file.ts'
import { draftOfTask, showArrived } from '../../draft-queries.ts'

/** Sends this company's offline queue from any page; returns the cleanup. */
export function startSendingFilesOf(companyId: string, client: QueryClient): () => void {
  return startQueue({
    owner: companyId,
    async send(file, signal) {
      // A page opened offline must first confirm that the same user is still signed in.
      if (!(await confirmShownUser(client))) throw uploadProblem('', 401)
      const { key: fileKey, taskId, name, type, size, data, position } = file
      const outgoing = { name, type, size, data, fileKey, ...(position === undefined ? {} : { position }) }
      // Same scope as the task's upload dialog, so that a begun upload is resumed.
      const transport = companyTransport(`proof-${companyId}-${taskId}`, 'proof', taskId)
      const { path } = await sendFile(outgoing, { transport, signal })
      // Updates an open form without a refetch.
      if (client.getQueryData(draftOfTask(taskId).queryKey)) await showArrived(client, taskId, { ...file, path })
      else await client.invalidateQueries({ queryKey: ['uploads'] })
    },
  })
}
