import { queryOptions, useQuery } from '@tanstack/react-query'
import { ArchiveX, CircleAlert } from 'lucide-react'
import { countText } from '#client/platform/formats/amounts.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import { call } from '#client/platform/requests/api.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { type Backups, readBackups } from '#contract/system.ts'

const backups = queryOptions({ queryKey: ['backups'], queryFn: () => call(readBackups, {}) })

/** State of last night's backup, so that organisers notice a failure early. */
export function BackupCard() {
  const query = useQuery(backups)
  return (
    <Card aria-label="Backups">
      <CardHeader title="Backups" />
      <CardBody>
        <QuerySection
          query={query}
          failure="Couldn’t load the state of the backups."
          skeleton={<Skeleton className="h-6 w-64 max-w-full" />}
        >
          {(state) => <BackupState {...state} />}
        </QuerySection>
      </CardBody>
    </Card>
  )
}

function BackupState({ isScheduled, isLate, kept, newest }: Backups) {
  if (!isScheduled)
    return (
      <Notice icon={ArchiveX} tone="info">
        Backups are off. Set BACKUP_DIR on the server for a nightly backup.
      </Notice>
    )
  if (!newest) return <p className="text-muted-foreground">The first backup is made within minutes.</p>
  const last = `${dayAndTimeOf(newest.madeAt)}, ${sizeText(newest.bytes)}`
  if (isLate)
    return (
      <Notice icon={CircleAlert} tone="warning">
        Last backup: {last}. There should be one every night: please tell whoever runs the server.
      </Notice>
    )
  return (
    <p>
      Last backup: {last}. <span className="text-muted-foreground">{countText(kept, ['is', 'are'])} kept.</span>
    </p>
  )
}

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

const sizeText = (bytes: number) => `${megabytes.format(bytes / 1e6)} MB`
