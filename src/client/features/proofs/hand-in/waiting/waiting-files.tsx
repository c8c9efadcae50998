import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, CloudUpload, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { dropFile } from '#client/platform/uploads/send/offline-store.ts'
import { useIsOnline } from '#client/platform/uploads/use-is-online.ts'
import { useWaitingFiles } from '#client/platform/uploads/use-waiting-files.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { dropOldReplacements } from '../../fix/kept-replacements.ts'
import { startSendingFilesOf } from './send-company-files.ts'

/** On every page of a company: sends the offline queue and lists waiting and refused files. */
export function WaitingFiles({ companyId }: { companyId: string }) {
  const client = useQueryClient()
  const online = useIsOnline()
  const all = useWaitingFiles(companyId)
  const waiting = all.filter(({ problem }) => !problem).length
  const refused = all.filter(({ problem }) => problem)
  useEffect(() => startSendingFilesOf(companyId, client), [companyId, client])
  useEffect(() => void dropOldReplacements(), [])

  return (
    <>
      <div role="status" className="contents">
        {waiting > 0 && (
          <Notice icon={online ? CloudUpload : CloudOff} tone="info" className="mb-4">
            {sentenceOf(waiting, online)}
          </Notice>
        )}
      </div>
      <div role="status" className="contents">
        {refused.map(({ key, name, problem }) => (
          <Notice
            key={key}
            icon={TriangleAlert}
            tone="warning"
            className="mb-4"
            actions={
              <Button size="sm" variant="outline" aria-label={`Dismiss ${name}`} onClick={() => void dropFile(key)}>
                Dismiss
              </Button>
            }
          >
            <span className="font-semibold wrap-anywhere">{name}</span> was not sent. {problem}
          </Notice>
        ))}
      </div>
    </>
  )
}

function sentenceOf(count: number, online: boolean): string {
  const files = count === 1 ? '1 file' : `${count} files`
  if (online) return `${files} that waited on this device ${count === 1 ? 'is' : 'are'} being sent.`
  return `${files} ${count === 1 ? 'waits' : 'wait'} on this device and ${count === 1 ? 'is' : 'are'} sent when the network is back.`
}
