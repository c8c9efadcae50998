import { z } from 'zod'
import { brandColors } from './branding/branding.ts'
import { hasPhoneDigits, invalidPhone } from './text/phone-digits.ts'

/** What a person reads when a schema has no sentence of its own; library wording never leaves the server. */
// A page's content security policy forbids what zod compiles its schemas with; Firefox reports every attempt.
z.config({
  jitless: 'document' in globalThis,
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined ? 'This field is required' : `Must be ${kind(issue.expected)}`
      case 'unrecognized_keys':
        return `Unknown field: ${issue.keys?.[0]?.slice(0, 60)}`
      case 'too_small':
        return issue.origin === 'string'
          ? `Must be at least ${issue.minimum} characters`
          : `Must be at least ${issue.minimum}`
      case 'too_big':
        return issue.origin === 'string'
          ? `Must be at most ${issue.maximum} characters`
          : `Must be at most ${issue.maximum}`
      default:
        return 'Invalid value'
    }
  },
})

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
}
const kind = (expected: string) => kinds[expected] ?? 'a valid value'

// PostgreSQL refuses NUL, and a lone surrogate would be stored as another character than the one sent.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what is looked for
const unstorable = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export const limits = { name: 200, email: 254, phone: 40, password: 200, description: 5000, notes: 2000, url: 2000 }

type Sentences = { message?: string; tooLong?: string }

/** A body may hold a hundred thousand characters: nothing else looks at a text that is longer than this. */
export const boundedText = (max: number, { message, tooLong = `Must be at most ${max} characters` }: Sentences = {}) =>
  z.string(message).max(max, { error: tooLong, abort: true })

/** Text of one form. A text that is too long for it has not this form. */
export const formattedText = (pattern: RegExp, { max, message = 'Invalid value' }: { max: number; message?: string }) =>
  boundedText(max, { tooLong: message }).regex(pattern, message)

type Bounds = { min?: number; max?: number; message?: string }

/** For a text beside something that must not be lost: what cannot be stored is left out, not refused. */
export const removeUnstorable = (value: string) => value.replaceAll(unstorable, '')

/** Text people type: trimmed, bounded, storable. */
export const text = ({ min = 0, max = limits.name, message }: Bounds = {}) =>
  boundedText(max, { message })
    .refine((value) => value.search(unstorable) < 0, 'Contains a character that cannot be stored')
    .trim()
    .min(min, message)

const addressInName = "A name can't contain a web or email address"
const invisibleInName = 'Contains a line break or an invisible character: please type it instead of pasting it'

// Two joiners are part of how some languages are written; every other invisible character can only mislead.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u
const address = /:[/\\]{2}|www\.|@/
const domainWithPath = /[\p{L}\p{N}][.。]\p{L}{2,}(?::\d|[/\\])|\d(?:\.\d+){3}/u
const bareDomain = /[\p{L}\p{N}-]{2}[.。]\p{L}{2}/u

/** As a mail program would read it before it makes a link: full-width letters and signs are the ordinary ones. */
const readable = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase()

const visibleText = (bounds: Bounds) => text(bounds).refine((value) => !invisible.test(value), invisibleInName)
const holdsAddress = (value: string) => address.test(value) || domainWithPath.test(value)

/**
 * What a stranger types here is mailed to others: it must not carry a link. A company may be called `Booking.com`, which a
 * person may not; `St. John` and `Acme B.V.` are names.
 */
export const companyName = (bounds: Bounds = {}) =>
  visibleText(bounds).refine((value) => !holdsAddress(readable(value)), addressInName)

export const personName = (bounds: Bounds = {}) =>
  companyName(bounds).refine(
    (value) => holdsAddress(readable(value)) || !bareDomain.test(readable(value)),
    `${addressInName}. Put a space after a full stop`,
  )

/** Passwords keep every character, spaces included. */
export const password = (message = 'Password must be at least 8 characters') =>
  boundedText(limits.password, { message })
    .min(8, message)
    .refine((value) => value.search(unstorable) < 0, 'Contains a character that cannot be stored')

/** At least ten characters as specified, and enough digits. */
export const phone = (message = invalidPhone) =>
  text({ min: 10, max: limits.phone, message }).refine(hasPhoneDigits, message)

export const email = text({ max: limits.email, message: 'Invalid email address' })
  .toLowerCase()
  .pipe(z.email('Invalid email address'))

// Lower case only: another spelling of the same id would slip past locks and ownership keys.
export const id = formattedText(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
  max: 36,
  message: 'Invalid id',
})

type NumberSentences = { name?: string; outside?: string }

/** Its sentences begin with the name of the field. `outside` says it when the number is too small. */
export const whole = (min: number, max: number, { name, outside }: NumberSentences = {}) => {
  const must = name ? `${name} must` : 'Must'
  return z
    .int({ error: ({ input }) => `${must} be ${isNumber(input) ? 'a whole number' : 'a number'}` })
    .min(min, outside ?? `${must} be at least ${min}`)
    .max(max, `Must be at most ${max}`)
}
const isNumber = (value: unknown) => typeof value === 'number' && !Number.isNaN(value)

/** How many there are of something. */
export const count = z.int().min(0)

/** What one change adds; a deduction is negative. */
export const amount = z.int()

export const hexColor = formattedText(/^#[0-9a-fA-F]{6}$/, {
  max: 7,
  message: `Invalid color format (use hex color like ${brandColors.flame})`,
})

/** A moment in a reply: services give dates, people get ISO 8601. */
export const instant = z.union([z.date().transform((date) => date.toISOString()), z.string()])

/** The same without bounds in time, still as text. */
export const isoMoment = (message: string) =>
  boundedText(40, { message, tooLong: message }).check(z.iso.datetime({ offset: true, error: message }))

/** A moment that is sent to us: ISO 8601 with its offset. */
export const moment = (message = 'Must be a date and time') =>
  isoMoment(message)
    .refine((value) => isNearby(new Date(value)), 'Must be between the years 2000 and 2100')
    .transform((value) => new Date(value))
const isNearby = (date: Date) => date.getUTCFullYear() >= 2000 && date.getUTCFullYear() <= 2100

// `1e3`, `0x10`, spaces and nothing at all are numbers to JavaScript only.
export const digits = z.coerce
  .string()
  .max(9, { error: 'Must be a whole number', abort: true })
  .regex(/^\d{1,9}$/, 'Must be a whole number')
  .transform(Number)

/** What somebody types to find something. */
export const searchText = text({ max: 200 })

type ListDefaults<Column extends string> = { columns: readonly Column[]; sort: Column | `-${Column}`; limit?: number }

// An opaque position, or how many rows to skip.
const cursor = z.coerce
  .string()
  .max(4_001, { error: 'Unknown cursor', abort: true })
  .regex(/^(\d{1,7}|W[\w-]{3,4000})$/, 'Unknown cursor')

/** How a list is asked for; the total comes back in `x-total-count`, the next page in `link`. */
export function listQuery<const Column extends string>({ columns, sort, limit = 10_000 }: ListDefaults<Column>) {
  type Sort = Column | `-${Column}`
  const sorts = columns.flatMap((column): Sort[] => [column, `-${column}`])
  return z.strictObject({
    q: searchText.optional(),
    // `never`: TypeScript does not see that one of the sorts is a value of their enum while they are unknown.
    sort: z.enum(sorts, 'Unknown order').default(sort as never),
    limit: digits.pipe(whole(1, 10_000)).default(limit),
    cursor: cursor.optional(),
  })
}
