/** One page of a list; the body stays a plain array, the rest goes into headers. */
export class Listed<T> {
  constructor(
    readonly items: T[],
    readonly total: number,
    /** Where the next page starts, if there is one. */
    readonly next?: number,
  ) {}
}

/** A file for the person's computer. */
export class Download {
  constructor(
    readonly fileName: string,
    readonly contentType: string,
    readonly body: string | Buffer,
  ) {}
}

/** A table that a spreadsheet opens without running what people typed. */
export function csv(
  fileName: string,
  headings: string[],
  rows: (string | number | boolean | Date | null)[][],
): Download {
  const lines = [headings, ...rows].map((row) => row.map(cell).join(','))
  // The mark makes Excel read UTF-8.
  return new Download(fileName, 'text/csv; charset=utf-8', `\ufeff${lines.join('\r\n')}\r\n`)
}

function cell(value: string | number | boolean | Date | null): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) || harmless !== value ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
