import { useQuery } from '@tanstack/react-query'
import { CircleX, Clock3, PauseCircle } from 'lucide-react'
import { useState } from 'react'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { PagedCard } from '#client/platform/sections/paged-card.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { EmailText } from '#client/ui/display/email-text.tsx'
import type { CompanyMail } from '#contract/companies/mails.ts'
import { companyMails, mailsPerPage } from '../../queries.ts'

/** Emails to the addresses of a company, newest first. */
export function CompanyMails({ companyId, email }: { companyId: string; email: string }) {
  const [page, setPage] = useState(1)
  const mails = useQuery(companyMails(companyId, page))
  return (
    <PagedCard
      title="Emails"
      query={mails}
      page={page}
      size={mailsPerPage}
      onTurn={setPage}
      things="emails"
      rowHeight="h-17"
      empty="No email was sent to this company’s addresses."
    >
      {(items) => (
        <ol className="divide-y divide-border">
          {items.map((mail) => (
            <Mail key={mail.id} mail={mail} isToContact={mail.to === email} />
          ))}
        </ol>
      )}
    </PagedCard>
  )
}

function Mail({ mail, isToContact }: { mail: CompanyMail; isToContact: boolean }) {
  const { to, subject, state, createdAt, sentAt, error } = mail
  const at = sentAt ?? createdAt
  return (
    <li className="grid min-h-17 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2.5">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {subject}
        </p>
        <p className="text-sm text-muted-foreground">
          <time dateTime={at} title={exactMomentOf(at)}>
            {momentOf(at)}
          </time>
          {!isToContact && (
            <span className="wrap-anywhere">
              {' · '}
              <EmailText>{to}</EmailText>
            </span>
          )}
        </p>
        {state === 'failed' && error && <p className="text-sm wrap-anywhere text-destructive">{error}</p>}
      </div>
      <MailState state={state} />
    </li>
  )
}

function MailState({ state }: Pick<CompanyMail, 'state'>) {
  if (state === 'sent') return <span className="text-sm text-muted-foreground">Sent</span>
  if (state === 'failed')
    return (
      <Badge tone="destructive" icon={CircleX}>
        Failed
      </Badge>
    )
  return state === 'held' ? (
    <Badge tone="warning" icon={PauseCircle}>
      Held
    </Badge>
  ) : (
    <Badge tone="info" icon={Clock3}>
      Waiting
    </Badge>
  )
}
