import { ArrowLeft, Medal } from 'lucide-react'
import { Link } from 'wouter'
import { useScreenTitle } from '#client/platform/navigation/screen-title.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Avatar } from '#client/ui/display/avatar.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { readableColors } from '#contract/branding/contrast.ts'
import type { CompanyDetails } from '#contract/companies/endpoints.ts'
import type { OpenCompanyDialog } from '../company-actions.ts'
import { CompanyMenu } from '../company-menu.tsx'
import { CompanyStatus, companyNameOf } from '../company-status.tsx'
import { CompanyProfileSkeleton } from './company-profile.tsx'

export function BackLink({ list }: { list: string }) {
  return (
    <Link
      href={list}
      className="-my-2 inline-flex min-h-11 items-center gap-1.5 self-start font-semibold text-link underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4.5" />
      All companies
    </Link>
  )
}

interface CompanyHeaderProps {
  company: CompanyDetails
  onAct: OpenCompanyDialog
}

export function CompanyHeader({ company, onAct }: CompanyHeaderProps) {
  const name = companyNameOf(company)
  useScreenTitle(name)
  return (
    <PageHeader
      title={
        <span className="flex items-center gap-3">
          <Avatar
            name={name}
            src={company.logoUrl}
            {...(company.brandingColor ? { colors: readableColors(company.brandingColor) } : {})}
          />
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
        </span>
      }
      actions={
        <>
          <CompanyStatus company={company} />
          {company.profileComplete && (
            <Button variant="outline" onClick={({ currentTarget }) => onAct('points', company, currentTarget)}>
              <Medal aria-hidden="true" />
              Adjust points
            </Button>
          )}
          <CompanyMenu company={company} onAct={onAct} />
        </>
      }
    />
  )
}

export function CompanyHeaderSkeleton() {
  return (
    <Loading label="Loading the company…" className="flex flex-col gap-6">
      <div className="flex h-10 items-center justify-between gap-3">
        <Skeleton className="h-9 w-72 max-w-full" />
        <Skeleton className="h-10 w-40 max-sm:hidden" />
      </div>
      <CompanyProfileSkeleton />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-130 rounded-lg" />
        <Skeleton className="h-110 rounded-lg" />
      </div>
    </Loading>
  )
}
