import { useQuery } from '@tanstack/react-query'
import { amount } from '#client/platform/formats/amounts.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import type { Backups } from '#contract/system.ts'
import { backups } from './queries.ts'

/** The newest backup, while nothing is wrong with it; `NeedsYou` has the rest. */
export function LastBackup() {
  const { data } = useQuery(backups)
  if (!data?.isScheduled || data.isLate) return null
  return <p className="px-1 text-sm text-muted-foreground tabular-nums">{describeBackups(data)}</p>
}

function describeBackups({ newest, kept }: Backups): string {
  if (!newest) return 'The first backup is made within minutes.'
  return `Last backup: ${dayAndTimeOf(newest.madeAt)}, ${sizeText(newest.bytes)} (${amount(kept)} kept).`
}

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

const sizeText = (bytes: number) => `${megabytes.format(bytes / 1e6)} MB`
