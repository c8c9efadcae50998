import { type Box, type BoxCount, childrenOf, numberAt } from './boxes.ts'

// Videos count seconds from 1904.
const from1904To1970 = 2_082_844_800
const in2001 = Date.UTC(2001) / 1000
const in2100 = Date.UTC(2100) / 1000

/**
 * The recording time of a video. An iPhone also writes its local time; `mvhd` may hold the time of a later conversion.
 */
export function videoTime(bytes: Buffer, movie: Box, count: BoxCount): string | null {
  return (
    localTime(bytes, childrenOf(bytes, movie, ['meta'], count)) ??
    universalTime(bytes, childrenOf(bytes, movie, ['mvhd'], count))
  )
}

function localTime(bytes: Buffer, meta: Box | undefined): string | null {
  if (!meta) return null
  const text = bytes.toString('latin1', meta.body, Math.min(meta.end, meta.body + 65_536))
  if (!text.includes('com.apple.quicktime.creationdate')) return null
  const [, local = '', hours, minutes] =
    /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-](?:0\d|1[0-4])):?([0-5]\d)/.exec(text) ?? []
  return isRealTime(local) ? `${local}${hours}:${minutes}` : null
}

function universalTime(bytes: Buffer, header: Box | undefined): string | null {
  if (!header) return null
  const seconds = numberAt(bytes, header, 4, numberAt(bytes, header, 0, 1) === 1 ? 8 : 4) - from1904To1970
  if (seconds < in2001 || seconds > in2100) return null
  return new Date(seconds * 1000).toISOString().replace('.000', '')
}

/** Rejects impossible dates, such as 30 February, and clocks that were never set. */
function isRealTime(local: string): boolean {
  const time = new Date(`${local}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(local) && time.getUTCFullYear() > 1990
}
