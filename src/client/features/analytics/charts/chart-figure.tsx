import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#client/ui/buttons/button.tsx'
import { cn } from '#client/ui/cn.ts'
import { Table, TableBody, TableCell, TableColumn, TableHead, TableRow } from '#client/ui/lists/table.tsx'
import type { NumberName } from '#contract/analytics/definitions.ts'
import { NumberHelp } from '../number-help.tsx'

type ChartTable = {
  /** The first column names the row, all others are numbers. */
  columns: string[]
  rows: { key: string; cells: [name: string, ...values: string[]] }[]
}

interface ChartFigureProps {
  title: ReactNode
  /** Title for screen readers if none is visible. */
  name: string
  number?: NumberName
  /** Total of the period, beside the title. */
  total?: ReactNode
  table: ChartTable
  className?: string
  children: ReactNode
}

/** A chart with a title and a summary, switchable to a table of the same data. */
export function ChartFigure({ title, name, number, total, table, className, children }: ChartFigureProps) {
  const [asTable, setAsTable] = useState(false)
  const titleId = useId()
  const Icon = asTable ? ChartNoAxesColumn : Table2
  return (
    <figure aria-labelledby={titleId} className={cn('flex min-w-0 break-inside-avoid flex-col', className)}>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 items-center gap-1">
          <span id={titleId} className="font-display text-lg font-semibold wrap-anywhere">
            {title}
          </span>
          {number && <NumberHelp number={number} />}
        </span>
        {total}
      </figcaption>
      {asTable ? <FigureTable name={name} table={table} /> : children}
      <Button
        variant="ghost"
        size="sm"
        aria-describedby={titleId}
        onClick={() => setAsTable(!asTable)}
        className="mt-1 -ml-3 self-start text-muted-foreground print:hidden"
      >
        <Icon aria-hidden="true" />
        {asTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </figure>
  )
}

function FigureTable({ name, table: { columns, rows } }: { name: string; table: ChartTable }) {
  return (
    <Table caption={name} className="mt-2 max-h-80 print:max-h-none">
      <TableHead>
        {columns.map((column, index) => (
          <TableColumn key={column} numeric={index > 0}>
            {column}
          </TableColumn>
        ))}
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells }) => (
          <TableRow key={key}>
            {cells.map((cell, index) => (
              <TableCell
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are.
                key={index}
                heading={index === 0}
                numeric={index > 0}
                className="h-9"
              >
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
