import { Radio, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clockOf } from '#client/platform/formats/dates.ts'
import { useConnected } from '#client/platform/requests/connection.ts'
import { cn } from '#client/ui/cn.ts'

const patience = 3_000

/** Shows that the big screen is stale, and since when. Short disconnects are ignored. */
export function ConnectionState({ since }: { since: number }) {
  const connected = useConnected()
  const [lost, setLost] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLost(!connected), connected ? 0 : patience)
    return () => clearTimeout(timer)
  }, [connected])

  const at = new Date(since).toISOString()
  const Icon = lost ? WifiOff : Radio
  return (
    <p
      role="status"
      className={cn(
        'flex items-center gap-[0.5em] rounded-md text-[max(1rem,min(3cqh,2cqw))] font-semibold',
        lost ? 'bg-warning-soft px-[0.6em] py-[0.15em] text-warning' : 'text-muted-foreground',
      )}
    >
      <Icon aria-hidden="true" className={cn('size-[1em] shrink-0', !lost && 'text-success')} />
      {since > 0 && (
        <span>
          {lost ? 'Reconnecting… as of ' : 'Live, last change '}
          <time dateTime={at}>{clockOf(at)}</time>
        </span>
      )}
    </p>
  )
}
