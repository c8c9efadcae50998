/** Parses clipboard cells of a spreadsheet, or a CSV file; quoted cells may contain separators and line breaks. */
export function parseCells(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
  }
  const characters = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ''
    if (isQuoted && character === '"' && characters[at + 1] === '"') {
      cell += '"'
      at++
    } else if (isQuoted) {
      if (character === '"') isQuoted = false
      else cell += character
    } else if (character === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (character === separator) endCell()
    else if (character === '\n') endRow()
    else cell += character
  }
  endRow()
  return rows
}

/** Detects the separator: clipboards have tabs, files have commas, or semicolons in locales with decimal commas. */
function separatorOf(text: string): string {
  const outsideQuotes = text.replace(/"(?:[^"]|"")*"/g, '')
  const firstLine = outsideQuotes.split('\n').find((line) => line.trim() !== '') ?? ''
  if (outsideQuotes.includes('\t')) return '\t'
  return (firstLine.split(';').length > firstLine.split(',').length && ';') || ','
}

/** Tab-separated rows, in the clipboard format of a spreadsheet. */
export const formatCells = (rows: string[][]): string => rows.map((row) => row.map(formatCell).join('\t')).join('\n')

const formatCell = (value: string) => (/["\t\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
