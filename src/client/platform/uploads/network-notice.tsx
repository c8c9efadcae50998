import { CloudOff, Wifi } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { useIsOnline } from './use-is-online.ts'

const backFor = 3_000

/** The live region is always rendered, so that screen readers announce it. Uppy's message disappears too quickly. */
export function OfflineNotice({ className }: { className?: string }) {
  const online = useIsOnline()
  return (
    <div role="status" className="contents">
      {!online && (
        <Notice icon={CloudOff} tone="warning" className={className}>
          No Internet connection. The upload goes on by itself when it is back; nothing already uploaded is lost.
        </Notice>
      )}
    </div>
  )
}

/** Announces a lost connection, and its return. */
export function NetworkNotice() {
  const online = useIsOnline()
  const wasOffline = useRef(!online)
  const [back, setBack] = useState(false)

  useEffect(() => {
    if (!online) wasOffline.current = true
    if (!online || !wasOffline.current) return
    wasOffline.current = false
    setBack(true)
    const timer = setTimeout(() => setBack(false), backFor)
    return () => clearTimeout(timer)
  }, [online])

  return (
    <>
      <OfflineNotice />
      <div role="status" className="contents">
        {online && back && (
          <Notice icon={Wifi} tone="success">
            Connected to the Internet
          </Notice>
        )}
      </div>
    </>
  )
}
