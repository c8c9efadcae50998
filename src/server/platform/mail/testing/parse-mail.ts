type Part = { headers: Map<string, string[]>; type: string; content: Buffer }

/** Reads a mail as a mail program would: folded headers, encoded words, nested parts, both transfer encodings. */
export function parseMail(raw: Buffer | string) {
  const whole = part(Buffer.isBuffer(raw) ? raw.toString('latin1') : raw)
  const parts = leaves(whole)
  const header = (name: string) => (whole.headers.get(name.toLowerCase()) ?? []).map(decodeWords)
  const textOf = (type: string) => parts.find((leaf) => leaf.type === type)?.content.toString('utf8')
  return { header, parts, text: textOf('text/plain'), html: textOf('text/html') }
}

function part(raw: string): Part & { body: string } {
  const gap = raw.search(/\r?\n\r?\n/)
  const head = raw.slice(0, gap).replace(/\r?\n[ \t]+/g, ' ')
  const body = raw.slice(gap).replace(/^\r?\n\r?\n/, '')
  const headers = new Map<string, string[]>()
  for (const line of head.split(/\r?\n/)) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(line.indexOf(':') + 1).trim()])
  }
  const type = /^[^;\s]+/.exec(headers.get('content-type')?.[0] ?? 'text/plain')?.[0].toLowerCase() ?? ''
  return { headers, type, body, content: decodeBody(body, headers.get('content-transfer-encoding')?.[0]) }
}

function leaves(of: ReturnType<typeof part>): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(of.headers.get('content-type')?.[0] ?? '')?.[1]
  if (!boundary) return [of]
  const pieces = of.body.split(
    new RegExp(`(?:^|\\r?\\n)--${boundary.replace(/[^\w]/g, '\\$&')}(?:--)?[ \\t]*(?:\\r?\\n|$)`),
  )
  return pieces.slice(1, -1).flatMap((piece) => leaves(part(piece)))
}

function decodeBody(body: string, encoding = '7bit'): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64')
  if (/quoted-printable/i.test(encoding)) return Buffer.from(unquote(body.replace(/=\r?\n/g, '')), 'latin1')
  return Buffer.from(body, 'latin1')
}

const unquote = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, form: string, text: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(unquote(text.replace(/_/g, ' ')), 'latin1').toString('utf8'),
    )
}
