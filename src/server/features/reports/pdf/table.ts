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
  rowHeight: number
  size?: number
  mostLines?: number
}

const gap = 10

/** Splits the page width between columns in proportion to their widths. */
function placesOf(columns: TableColumn[]): { x: number; width: number }[] {
  const whole = columns.reduce((sum, { width }) => sum + width, 0)
  let x = sheet.margin
  return columns.map(({ width }) => {
    const place = { x, width: (width / whole) * contentWidth }
    x += place.width
    return place
  })
}

/** Draws a table with column and row headings for screen readers. Returns the `y` of its end. */
export function drawTable(page: TaggedPage, table: Table): number {
  const { columns, rows, rowHeight, size = 9.5, mostLines = 1 } = table
  const places = placesOf(columns)
  let y = table.y

  const drawCells = (group: StructElement, cells: TableCell[], defaultStyle: Style, height: number, isHead: boolean) =>
    page.group(
      'TR',
      (row) => {
        for (const [nth, { text, style = defaultStyle }] of cells.entries()) {
          const { x = 0, width = 0 } = places[nth] ?? {}
          const inner = { x: nth === 0 ? x : x + gap, width: nth === 0 ? width - 2 : width - gap }
          const lines = page.type.wrap(text, style, inner.width, isHead ? 2 : mostLines).length
          const leading = style.leading ?? style.size * 1.3
          const align = columns[nth]?.numeric ? 'right' : 'left'
          const box = {
            ...inner,
            y: y + (height - leading * lines) / 2,
            align,
            mostLines: isHead ? 2 : mostLines,
          } as const
          const scope = isHead ? 'Column' : 'Row'
          page.tagText(isHead || nth === 0 ? 'TH' : 'TD', text, style, box, isHead || nth === 0 ? { scope } : {}, row)
        }
      },
      group,
    )

  page.group('Table', (group) => {
    const headHeight = 26
    page.drawArtifact(() =>
      page.doc.roundedRect(sheet.margin - 6, y, contentWidth + 12, headHeight, 4).fill(colors.ground),
    )
    page.group(
      'THead',
      (head) =>
        drawCells(
          head,
          columns.map(({ heading }) => ({ text: heading })),
          styles.columnHeading,
          headHeight,
          true,
        ),
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
          drawCells(body, drawn, defaultStyle, rowHeight, false)
          y += rowHeight
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
