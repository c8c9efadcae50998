import type { ReactNode } from 'react'
import './print-sheet.css'
import { usePrinting } from './printing.ts'

interface PrintSheetProps<Row> {
  title: string
  /** Below the title: the date, and what the rows are. */
  facts: string
  columns: { heading: string; numeric?: boolean; value: (row: Row) => ReactNode }[]
  rows: Row[]
  keyOf: (row: Row) => string
  /** Landscape, for many columns. */
  wide?: boolean
}

/** Mounts its content during printing alone, which then replaces the page on paper (styles/base.css). */
export function PrintOnly({ children }: { children: ReactNode }) {
  return usePrinting() && children
}

/** A table on paper. Its head, with the title, repeats on every page. */
export function PrintSheet<Row>({ title, facts, columns, rows, keyOf, wide }: PrintSheetProps<Row>) {
  return (
    <div data-print-sheet={wide ? 'wide' : 'upright'} className="print-sheet">
      <table>
        <thead>
          <tr>
            <td colSpan={columns.length}>
              <p className="print-sheet-title">
                <bdi>{title}</bdi>
              </p>
              <p className="print-sheet-facts">{facts}</p>
            </td>
          </tr>
          <tr>
            {columns.map(({ heading, numeric }) => (
              <th key={heading} scope="col" data-numeric={numeric || undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ heading, numeric, value }) => (
                <td key={heading} data-numeric={numeric || undefined}>
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
