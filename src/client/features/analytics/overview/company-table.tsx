import { Building2, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { CompanyReportButton } from '#client/features/reports/parts/company-report-button.tsx'
import { amount, countText } from '#client/platform/formats/amounts.ts'
import { addressOf } from '#client/platform/requests/api.ts'
import { ExportLink } from '#client/ui/buttons/export-link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { SearchInput } from '#client/ui/forms/search-input.tsx'
import { ListCount } from '#client/ui/lists/list-count.tsx'
import { ListResult } from '#client/ui/lists/list-result.tsx'
import { ListToolbar } from '#client/ui/lists/list-toolbar.tsx'
import { Pager } from '#client/ui/lists/pager.tsx'
import { SortSelect } from '#client/ui/lists/sort-select.tsx'
import { SortableColumn } from '#client/ui/lists/sortable-column.tsx'
import { Table, TableBody, TableCell, TableHead, TableRow } from '#client/ui/lists/table.tsx'
import { tableContainer } from '#client/ui/lists/wide-table.tsx'
import { definitions } from '#contract/analytics/definitions.ts'
import { type CompanyAnalyticsRow, exportCompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import type { PeriodQuery } from '../queries.ts'
import './company-table.css'
import { companyNumbers, findCompanies } from './ordering/company-order.ts'

const rowsPerPage = 50

interface CompanyTableProps {
  /** The companies with the most points, as many as the overview has. */
  companies: CompanyAnalyticsRow[]
  all: number
  period: PeriodQuery
}

/** Every company's numbers. All rows are loaded, so search, order and paging are local. */
export function CompanyTable({ companies, all, period }: CompanyTableProps) {
  const [view, setView] = useState({ q: '', sort: '-points', page: 1 })
  const found = findCompanies(companies, view)
  const visible = found.slice((view.page - 1) * rowsPerPage, view.page * rowsPerPage)
  const sortBy = (sort: string) => setView({ ...view, sort, page: 1 })
  const search = (q: string) => setView({ ...view, q, page: 1 })
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Companies in numbers</h2>
        <span className="print:hidden">
          <ExportLink href={addressOf(exportCompanyAnalytics, { query: period })} />
        </span>
      </div>
      {all > companies.length && (
        <Notice icon={CircleAlert} tone="info">
          These are the {amount(companies.length)} companies with the most points. All {amount(all)} are in the CSV
          file.
        </Notice>
      )}
      <div className="print:hidden">
        <ListToolbar
          search={
            <SearchInput label="Search these companies" placeholder="Company name" value={view.q} onSearch={search} />
          }
          sort={<SortSelect sort={view.sort} options={sortOptions} onSort={sortBy} />}
        >
          <ListCount total={found.length} things={['company', 'companies']} found={view.q !== ''} />
        </ListToolbar>
      </div>
      <ListResult
        items={visible}
        failure={undefined}
        outdated={false}
        onRetry={() => undefined}
        retrying={false}
        q={view.q}
        page={view.page}
        onClear={() => search('')}
        onFirstPage={() => setView({ ...view, page: 1 })}
        skeleton={null}
        empty={
          <EmptyState
            icon={Building2}
            title="No companies yet"
            description="A company appears here with its profile."
          />
        }
      >
        {(rows) => <NumbersTable rows={rows} sort={view.sort} onSort={sortBy} period={period} />}
      </ListResult>
      <Pager
        page={view.page}
        size={rowsPerPage}
        total={found.length}
        things="companies in numbers"
        onTurn={(page) => setView({ ...view, page })}
      />
    </section>
  )
}

const sortOptions = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  ...companyNumbers.flatMap(({ name, number }) => [
    { value: `-${name}`, label: `${definitions[number].name}, highest first` },
    { value: name, label: `${definitions[number].name}, lowest first` },
  ]),
]

interface NumbersTableProps {
  rows: CompanyAnalyticsRow[]
  sort: string
  onSort: (sort: string) => void
  period: PeriodQuery
}

function NumbersTable({ rows, period, ...sorting }: NumbersTableProps) {
  return (
    <div className={tableContainer}>
      <Table caption="Companies in numbers">
        <TableHead>
          <SortableColumn
            name="name"
            {...sorting}
            className={`min-w-44 ${nameColumn} z-10 bg-sunken stacked:[&>button]:hidden`}
          >
            Company Name
          </SortableColumn>
          {companyNumbers.map(({ name, number }) => (
            <SortableColumn key={name} name={name} descendingFirst numeric {...sorting} className="number-column">
              {definitions[number].name}
            </SortableColumn>
          ))}
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              className="stacked:grid stacked:grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] stacked:gap-x-4 stacked:gap-y-2"
            >
              <TableCell heading className={`${nameColumn} bg-surface stacked:col-span-full`}>
                <span>
                  <bdi className="wrap-anywhere">{row.name}</bdi>
                  <span className="flex items-center gap-1 text-sm font-normal text-muted-foreground">
                    {countText(row.teamSize, ['person', 'people'])}
                    <CompanyReportButton companyId={row.id} companyName={row.name} period={period} />
                  </span>
                </span>
              </TableCell>
              {companyNumbers.map(({ name, number, read }) => (
                <TableCell key={name} className={numberCell}>
                  <span className="flex flex-col">
                    <span aria-hidden="true" className="hidden text-sm text-muted-foreground stacked:block">
                      {definitions[number].name}
                    </span>
                    {formatNumber(definitions[number].unit, read(row))}
                  </span>
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

/** Sticky while the numbers scroll sideways. */
const nameColumn = 'tabular:sticky tabular:left-0'
/** In cards each value stands below its label: three columns, two on the smallest screens. */
const numberCell = 'tabular-nums tabular:px-2 tabular:text-right stacked:self-end'
