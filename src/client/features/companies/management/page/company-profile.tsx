import type { ReactNode } from 'react'
import { amount } from '#client/platform/formats/amounts.ts'
import { dayOf, exactMomentOf } from '#client/platform/formats/dates.ts'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { Stat } from '#client/ui/display/stat.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import type { CompanyDetails } from '#contract/companies/endpoints.ts'
import { NextTeamSize } from '../../profile/next-team-size.tsx'
import { PhoneLink } from '../phone-link.tsx'
import { WaitingChange } from '../waiting-team-sizes.tsx'

/** The company in figures, and whom to reach. */
export function CompanyProfile({ company, place }: { company: CompanyDetails; place: ReactNode }) {
  const { teamSizeChange: change } = company
  return (
    <Card aria-label="Profile">
      {company.profileComplete && (
        <div className={figures}>
          <Stat label="Points" value={amount(company.totalPoints ?? 0)} />
          {place}
          <Stat
            label="Team size"
            value={amount(company.teamSize ?? 0)}
            unit={company.teamSize === 1 ? 'person' : 'people'}
          />
          <Stat label="Calories burned" value={amount(company.totalCaloriesBurned ?? 0)} />
        </div>
      )}
      {change?.status === 'waiting' && (
        <ul aria-label="Team size that waits for you" className="border-b border-border px-5">
          <WaitingChange change={change} title="New team size" />
        </ul>
      )}
      {change?.status === 'approved' && (
        <div className="border-b border-border px-5 py-3">
          <NextTeamSize change={change} />
        </div>
      )}
      <Contact company={company} />
    </Card>
  )
}

const figures = 'grid grid-cols-2 gap-x-6 gap-y-5 border-b border-border p-5 sm:grid-cols-4'
const facts = 'grid gap-x-6 gap-y-3 p-5 min-[22rem]:grid-cols-2 lg:grid-cols-4'

function Contact({ company: { contactPersonName, email, loginEmail, phone, createdAt } }: { company: CompanyDetails }) {
  return (
    <dl className={facts}>
      <Fact label="Contact person">
        <bdi>{contactPersonName || '–'}</bdi>
      </Fact>
      <Fact label="Email">
        <a href={`mailto:${encodeURI(email)}`} className={link}>
          <EmailText>{email}</EmailText>
        </a>
        {loginEmail && loginEmail !== email && (
          <span className="block text-sm text-muted-foreground">
            Signs in as <EmailText>{loginEmail}</EmailText>
          </span>
        )}
      </Fact>
      <Fact label="Phone">
        <PhoneLink phone={phone} className={link} />
      </Fact>
      <Fact label="Signed up">
        <time dateTime={createdAt} title={exactMomentOf(createdAt)}>
          {dayOf(createdAt)}
        </time>
      </Fact>
    </dl>
  )
}

const link =
  'text-link underline decoration-1 underline-offset-4 hover:decoration-2 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

export function CompanyProfileSkeleton() {
  return (
    <div className="rounded-lg border border-border bg-surface">
      <div className={figures}>
        {[0, 1, 2, 3].map((figure) => (
          <div key={figure}>
            <Skeleton className="h-5 w-20" />
            <Skeleton className="mt-2 h-8 w-16" />
          </div>
        ))}
      </div>
      <div className={facts}>
        {[0, 1, 2, 3].map((fact) => (
          <div key={fact}>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-2 h-5 w-36 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
