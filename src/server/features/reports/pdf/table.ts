import type { StructElement } from 'pdfkit'
import type { TaggedPage } from './page.ts'
import { colors, contentWidth, type Style, sheet, styles } from './theme.ts'

export type TableColumn = {
  heading: string
  width: number
  numeric?: boolean
}

export type TableCell = { text: string; style?: Style }

type Table = {
  columns: TableColumn[]
  /** The first cell of a row is its heading. */
  rows: TableCell[][]
  y: number
  /** A row with more lines is taller. */
  rowHeight: number
  size?: number
  mostLines?: number
}

const gap = 10
const rowPadding = 4

/** Draws a table with column and row headings for screen readers. Returns the `y` of its end. */
export function drawTable(page: TaggedPage, table: Table): number {
  const { columns, rows, rowHeight, size = 9.5, mostLines = 1 } = table
  const placed = placeColumns(columns)
  let y = table.y

  page.group('Table', (group) => {
    const headHeight = 26
    page.drawArtifact(() =>
      page.doc.roundedRect(sheet.margin - 6, y, contentWidth + 12, headHeight, 4).fill(colors.ground),
    )
    page.group(
      'THead',
      (head) =>
        drawRow(page, head, {
          columns: placed,
          cells: columns.map(({ heading }) => ({ text: heading })),
          defaultStyle: styles.columnHeading,
          ...{ y, height: headHeight, mostLines: 2, isHead: true },
        }),
      group,
    )
    y += headHeight
    const defaultStyle: Style = { face: 'text', size, color: colors.ink, leading: size * 1.25 }
    const named: Style = { ...defaultStyle, face: 'strong' }
    page.group(
      'TBody',
      (body) => {
        for (const cells of rows) {
          const [first, ...others] = cells
          const drawn = first ? [{ style: named, ...first }, ...others] : others
          const row = { columns: placed, cells: drawn, defaultStyle, mostLines, isHead: false }
          const height = Math.max(rowHeight, measureLines(page, row) + rowPadding)
          drawRow(page, body, { ...row, y, height })
          y += height
          page.drawArtifact(() =>
            page.doc
              .moveTo(sheet.margin - 6, y)
              .lineTo(sheet.margin + contentWidth + 6, y)
              .lineWidth(0.5)
              .stroke(colors.border),
          )
        }
      },
      group,
    )
  })
  return y
}

type PlacedColumn = { x: number; width: number; numeric?: boolean }

/** Splits the page width between columns in proportion to their widths. */
function placeColumns(columns: TableColumn[]): PlacedColumn[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  let x = sheet.margin
  return columns.map(({ width, numeric }) => {
    const place = { x, width: (width / whole) * contentWidth, numeric }
    x += place.width
    return place
  })
}

type Row = {
  columns: PlacedColumn[]
  cells: TableCell[]
  defaultStyle: Style
  y: number
  height: number
  mostLines: number
  isHead: boolean
}

/** Measures the height of the cell with the most lines. */
function measureLines(page: TaggedPage, row: Omit<Row, 'y' | 'height'>): number {
  return Math.max(...layOutCells(page, row).map(({ textHeight }) => textHeight))
}

function layOutCells(page: TaggedPage, { columns, cells, defaultStyle, mostLines }: Omit<Row, 'y' | 'height'>) {
  return cells.map(({ text, style = defaultStyle }, nth) => {
    const { x = 0, width = 0, numeric } = columns[nth] ?? {}
    const inner = { x: nth === 0 ? x : x + gap, width: nth === 0 ? width - 2 : width - gap }
    const lines = page.type.wrap(text, style, inner.width, mostLines).length
    return { text, style, inner, numeric, textHeight: (style.leading ?? style.size * 1.3) * lines }
  })
}

/** Draws the cells of a row, each in the vertical middle. */
function drawRow(page: TaggedPage, group: StructElement, row: Row) {
  const { height, mostLines, isHead } = row
  page.group(
    'TR',
    (element) => {
      for (const [nth, { text, style, inner, numeric, textHeight }] of layOutCells(page, row).entries()) {
        const y = row.y + (height - textHeight) / 2
        const isHeading = isHead || nth === 0
        const scope = isHead ? 'Column' : 'Row'
        const box = { ...inner, y, align: numeric ? 'right' : 'left', mostLines } as const
        page.tagText(isHeading ? 'TH' : 'TD', text, style, box, isHeading ? { scope } : {}, element)
      }
    },
    group,
  )
}
