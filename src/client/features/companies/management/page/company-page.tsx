import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import type { CompanyDetails } from '#contract/companies/endpoints.ts'
import { companyDetails } from '../../queries.ts'
import { CompanyDialogs, useCompanyDialogs } from '../company-dialogs.tsx'
import { BackLink, CompanyHeader, CompanyHeaderSkeleton } from './company-header.tsx'
import { CompanyProfile } from './company-profile.tsx'

interface CompanyPageProps {
  id: string
  /** Address of the list, with its search, order and page. */
  list: string
  /** The place on the leaderboard. */
  place: (company: CompanyDetails) => ReactNode
  /** The sections below the profile. */
  sections: (company: CompanyDetails) => ReactNode
}

/** A single company for organisers, in place of the list. */
export function CompanyPage({ id, list, place, sections }: CompanyPageProps) {
  const details = useQuery(companyDetails(id))
  const dialogs = useCompanyDialogs()
  return (
    <div className="flex flex-col gap-6">
      <BackLink list={list} />
      <QuerySection query={details} failure="Couldn’t load the company." skeleton={<CompanyHeaderSkeleton />}>
        {(company) =>
          company ? (
            <>
              <CompanyHeader company={company} onAct={dialogs.openFor} />
              <CompanyProfile company={company} place={place(company)} />
              {sections(company)}
            </>
          ) : (
            <NoCompany list={list} />
          )
        }
      </QuerySection>
      <CompanyDialogs {...dialogs} />
    </div>
  )
}

function NoCompany({ list }: { list: string }) {
  return (
    <>
      <h1 className="sr-only">Company not found</h1>
      <EmptyState
        icon={Building2}
        title="Company not found"
        description="It may have been erased, or the link is wrong."
        action={
          <LinkButton href={list} variant="outline">
            Go to the companies
          </LinkButton>
        }
      />
    </>
  )
}
