import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import { amount } from '#client/platform/formats/amounts.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { cn } from '#client/ui/cn.ts'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { SortableColumn } from '#client/ui/lists/sortable-column.tsx'
import { TableBody, TableCell, TableColumn, TableHead, TableRow } from '#client/ui/lists/table.tsx'
import { WideTable } from '#client/ui/lists/wide-table.tsx'
import type { CompanyRow } from '#contract/companies/endpoints.ts'
import type { OpenCompanyDialog } from './company-actions.ts'
import { CompanyMenu } from './company-menu.tsx'
import { CompanyStatus, companyNameOf } from './company-status.tsx'
import { PhoneLink } from './phone-link.tsx'

interface Sorting {
  sort: string
  onSort: (sort: string) => void
}

interface CompaniesTableProps extends Sorting {
  companies: CompanyRow[]
  onAct: OpenCompanyDialog
}

export function CompaniesTable({ companies, onAct, ...sorting }: CompaniesTableProps) {
  return (
    <CompaniesFrame {...sorting}>
      {companies.map((company) => (
        <CompanyLine key={company.id} company={company} onAct={onAct} />
      ))}
    </CompaniesFrame>
  )
}

/** Head and column widths, shared with the skeleton so that nothing moves when the rows arrive. */
export function CompaniesFrame({ children, ...sorting }: Sorting & { children: ReactNode }) {
  return (
    <WideTable caption="Companies">
      <TableHead>
        <SortableColumn name="name" {...sorting} className="w-[21%]">
          Company Name
        </SortableColumn>
        <SortableColumn name="contactPersonName" {...sorting} className="w-[15%]">
          Contact Person
        </SortableColumn>
        <SortableColumn name="email" {...sorting}>
          Email
        </SortableColumn>
        <TableColumn className="w-36">Phone</TableColumn>
        <SortableColumn name="teamSize" descendingFirst numeric {...sorting} className="w-25">
          Team Size
        </SortableColumn>
        <SortableColumn name="totalPoints" descendingFirst numeric {...sorting} className="w-21">
          Points
        </SortableColumn>
        <TableColumn className="w-16">
          <span className="sr-only">Actions</span>
        </TableColumn>
      </TableHead>
      <TableBody>{children}</TableBody>
    </WideTable>
  )
}

/** Rows narrower than the columns are three lines: name and points, contact and phone, email and team size. */
export const stackedRow =
  'stacked:relative stacked:flex-row! stacked:flex-wrap stacked:items-center! stacked:gap-x-3! stacked:gap-y-0! stacked:py-2! stacked:pr-16!'
// Leaves so little of a line that only one more cell fits.
const wide = 'stacked:min-w-0 stacked:flex-1 stacked:basis-[calc(100%-7.5rem)]'
const quiet = 'text-sm stacked:min-h-5! stacked:leading-5 stacked:text-muted-foreground'
export const cells = {
  name: cn(wide, 'stacked:order-1'),
  points: 'stacked:order-2',
  contact: cn(wide, quiet, 'stacked:order-3'),
  phone: cn(quiet, 'stacked:order-4'),
  email: cn(wide, quiet, 'stacked:order-5'),
  teamSize: cn(quiet, 'stacked:order-6'),
  actions: 'stacked:absolute stacked:top-1/2 stacked:right-3 stacked:-translate-y-1/2',
}

function CompanyLine({ company, onAct }: { company: CompanyRow; onAct: OpenCompanyDialog }) {
  const { id, contactPersonName, email, loginEmail, phone, teamSize, totalPoints } = company
  // Keeps the view of the list, so that the way back leads to it.
  const query = new URLSearchParams(useSearch())
  query.set('company', id)
  return (
    <TableRow className={stackedRow}>
      <TableCell heading className={cells.name}>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={`${paths.companies}?${query}`}
            dir="auto"
            className="min-w-0 wrap-anywhere underline-offset-4 hover:text-link hover:underline stacked:after:absolute stacked:after:inset-0 tabular:pointer-coarse:inline-flex tabular:pointer-coarse:min-h-11 tabular:pointer-coarse:items-center"
          >
            {companyNameOf(company)}
          </Link>
          <CompanyStatus company={company} />
        </div>
      </TableCell>
      <TableCell className={cells.contact}>
        <span dir="auto" title={contactPersonName} className="wrap-anywhere stacked:line-clamp-1">
          {contactPersonName}
        </span>
      </TableCell>
      <TableCell className={cells.email}>
        <div className="min-w-0">
          <a
            href={`mailto:${encodeURI(email)}`}
            title={email}
            className={cn(contact, 'stacked:line-clamp-1 stacked:break-all')}
          >
            <EmailText>{email}</EmailText>
          </a>
          {loginEmail && loginEmail !== email && (
            <p className="wrap-anywhere text-muted-foreground stacked:hidden">
              Signs in as <EmailText>{loginEmail}</EmailText>
            </p>
          )}
        </div>
      </TableCell>
      <TableCell className={cells.phone}>
        <PhoneLink phone={phone} className={contact} />
      </TableCell>
      <TableCell numeric className={cells.teamSize}>
        {teamSize === null ? <Unknown /> : <Figure value={teamSize} unit={teamSize === 1 ? 'person' : 'people'} />}
      </TableCell>
      <TableCell numeric className={cells.points}>
        {totalPoints === null ? (
          <Unknown />
        ) : (
          <Figure
            value={totalPoints}
            unit={Math.abs(totalPoints) === 1 ? 'point' : 'points'}
            className="font-semibold"
          />
        )}
      </TableCell>
      <TableCell className={cells.actions}>
        <div className="flex justify-end">
          <CompanyMenu company={company} onAct={onAct} />
        </div>
      </TableCell>
    </TableRow>
  )
}

/** A press on a stacked row opens the company, whose page has the same links. */
const contact =
  'wrap-anywhere hover:text-link hover:underline underline-offset-4 tabular:pointer-coarse:-my-1.5 tabular:pointer-coarse:inline-flex tabular:pointer-coarse:min-h-11 tabular:pointer-coarse:items-center stacked:pointer-events-none'

/** A number whose unit is the column's heading, or stands beside it when rows are stacked. */
function Figure({ value, unit, className }: { value: number; unit: string; className?: string }) {
  return (
    <span className={className}>
      {amount(value)}
      <span className="hidden stacked:inline">&nbsp;{unit}</span>
    </span>
  )
}

function Unknown() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known yet</span>
    </span>
  )
}
