import { Ban, CircleDashed, EyeOff } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Badge } from '#client/ui/display/badge.tsx'
import { EmailText } from '#client/ui/display/email-text.tsx'
import { SortableColumn } from '#client/ui/lists/sortable-column.tsx'
import { contactLinkStyles, TableBody, TableCell, TableColumn, TableHead, TableRow } from '#client/ui/lists/table.tsx'
import { WideTable } from '#client/ui/lists/wide-table.tsx'
import type { CompanyRow } from '#contract/companies/endpoints.ts'
import type { OpenCompanyDialog } from './company-actions.ts'
import { CompanyMenu } from './company-menu.tsx'

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
        <SortableColumn name="name" {...sorting} className="w-[15%]">
          Company Name
        </SortableColumn>
        <SortableColumn name="contactPersonName" {...sorting} className="w-[13%]">
          Contact Person
        </SortableColumn>
        <SortableColumn name="email" {...sorting}>
          Email
        </SortableColumn>
        <TableColumn className="w-33">Phone</TableColumn>
        <SortableColumn name="teamSize" descendingFirst numeric {...sorting} className="w-25">
          Team Size
        </SortableColumn>
        <SortableColumn name="totalPoints" descendingFirst numeric {...sorting} className="w-21">
          Points
        </SortableColumn>
        <TableColumn className="w-47">
          <span className="sr-only">Actions</span>
        </TableColumn>
      </TableHead>
      <TableBody>{children}</TableBody>
    </WideTable>
  )
}

const number = new Intl.NumberFormat('en')

function CompanyLine({ company, onAct }: { company: CompanyRow; onAct: OpenCompanyDialog }) {
  const nameId = useId()
  const dialled = company.phone.replace(/[^+\d]/g, '')
  return (
    <TableRow>
      <TableCell heading>
        <div className="flex min-w-0 flex-col items-start gap-1">
          <span id={nameId} dir="auto" title={company.name} className="wrap-anywhere">
            {company.name || 'Without a name'}
          </span>
          <StatusBadge company={company} />
        </div>
      </TableCell>
      <TableCell label="Contact Person" className="tabular:text-sm">
        <span dir="auto" title={company.contactPersonName} className="wrap-anywhere stacked:text-right">
          {company.contactPersonName}
        </span>
      </TableCell>
      <TableCell label="Email" className="tabular:text-sm">
        <div className="min-w-0 stacked:text-right">
          <a href={`mailto:${encodeURI(company.email)}`} className={contact}>
            <EmailText>{company.email}</EmailText>
          </a>
          {company.loginEmail && company.loginEmail !== company.email && (
            <p className="text-sm wrap-anywhere text-muted-foreground">
              Signs in as <EmailText>{company.loginEmail}</EmailText>
            </p>
          )}
        </div>
      </TableCell>
      <TableCell label="Phone" className="tabular:text-sm">
        {/\d{3}/.test(dialled) ? (
          <a href={`tel:${dialled}`} className={contact}>
            <bdi>{company.phone}</bdi>
          </a>
        ) : (
          <bdi className="wrap-anywhere">{company.phone}</bdi>
        )}
      </TableCell>
      <TableCell label="Team Size" numeric>
        {company.teamSize === null ? <Unknown /> : number.format(company.teamSize)}
      </TableCell>
      <TableCell label="Points" numeric>
        {company.totalPoints === null ? (
          <Unknown />
        ) : (
          <span className="font-semibold">{number.format(company.totalPoints)}</span>
        )}
      </TableCell>
      <TableCell>
        <div className="flex items-center gap-1 stacked:mt-2 stacked:w-full tabular:justify-end">
          <Button
            variant="outline"
            size="sm"
            aria-describedby={nameId}
            onClick={({ currentTarget }) => onAct('password', company, currentTarget)}
            className="stacked:flex-1"
          >
            Reset Password
          </Button>
          <CompanyMenu company={company} onAct={onAct} />
        </div>
      </TableCell>
    </TableRow>
  )
}

const contact = cn(contactLinkStyles, 'pointer-coarse:-my-1.5')

function StatusBadge({ company }: { company: CompanyRow }) {
  if (company.profileComplete && !company.hidden && !company.disabled) return null
  return (
    <span className="flex flex-wrap gap-1">
      {!company.profileComplete && (
        <Badge tone="warning" icon={CircleDashed}>
          Profile incomplete
        </Badge>
      )}
      {company.hidden && <Badge icon={EyeOff}>Hidden</Badge>}
      {company.disabled && (
        <Badge tone="destructive" icon={Ban}>
          Disabled
        </Badge>
      )}
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
