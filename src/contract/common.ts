import { z } from 'zod'
import { brandColors } from './branding/branding.ts'
import { hasPhoneDigits, invalidPhone } from './text/phone-digits.ts'

/** The message of a schema without a sentence; library wording never leaves the server. */
// No JIT in browsers: the content security policy forbids the code it compiles, and Firefox reports every attempt.
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

/** Bounds the length first: a body may hold a hundred thousand characters, and later checks must not scan them. */
export const boundedText = (max: number, { message, tooLong = `Must be at most ${max} characters` }: Sentences = {}) =>
  z.string(message).max(max, { error: tooLong, abort: true })

/** Text that matches one pattern; texts over `max` do not match. */
export const formattedText = (pattern: RegExp, { max, message = 'Invalid value' }: { max: number; message?: string }) =>
  boundedText(max, { tooLong: message }).regex(pattern, message)

type Bounds = { min?: number; max?: number; message?: string }

/** Drops characters that PostgreSQL cannot store, for optional text whose refusal would lose the data beside it. */
export const removeUnstorable = (value: string) => value.replaceAll(unstorable, '')

/** Typed text: trimmed, bounded, storable. */
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

/** Normalises full-width letters and signs, as mail programs do before they detect links. */
const readable = (value: string) =>
  value
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase()

const visibleText = (bounds: Bounds) => text(bounds).refine((value) => !invisible.test(value), invisibleInName)
const holdsAddress = (value: string) => address.test(value) || domainWithPath.test(value)

/**
 * This text is mailed to others, so it must not contain a link. Company names may look like domains (`Booking.com`),
 * person names may not; `St. John` and `Acme B.V.` pass.
 */
export const companyName = (bounds: Bounds = {}) =>
  visibleText(bounds).refine((value) => !holdsAddress(readable(value)), addressInName)

export const personName = (bounds: Bounds = {}) =>
  companyName(bounds).refine(
    (value) => holdsAddress(readable(value)) || !bareDomain.test(readable(value)),
    `${addressInName}. Put a space after a full stop`,
  )

/** Passwords keep every character, including spaces. */
export const password = (message = 'Password must be at least 8 characters') =>
  boundedText(limits.password, { message })
    .min(8, message)
    .refine((value) => value.search(unstorable) < 0, 'Contains a character that cannot be stored')

/** At least ten characters as specified, with enough digits. */
export const phone = (message = invalidPhone) =>
  text({ min: 10, max: limits.phone, message }).refine(hasPhoneDigits, message)

export const email = text({ max: limits.email, message: 'Invalid email address' })
  .toLowerCase()
  .pipe(z.email('Invalid email address'))

// Lower case only: another spelling of the same id would bypass locks and ownership keys.
export const id = formattedText(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, {
  max: 36,
  message: 'Invalid id',
})

type NumberSentences = { name?: string; outside?: string }

/** Its sentences begin with the name of the field. `outside` replaces the sentence for too small numbers. */
export const whole = (min: number, max: number, { name, outside }: NumberSentences = {}) => {
  const must = name ? `${name} must` : 'Must'
  return z
    .int({ error: ({ input }) => `${must} be ${isNumber(input) ? 'a whole number' : 'a number'}` })
    .min(min, outside ?? `${must} be at least ${min}`)
    .max(max, `Must be at most ${max}`)
}
const isNumber = (value: unknown) => typeof value === 'number' && !Number.isNaN(value)

/** A count of rows or people. */
export const count = z.int().min(0)

/** A signed change; negative for a deduction. */
export const amount = z.int()

export const hexColor = formattedText(/^#[0-9a-fA-F]{6}$/, {
  max: 7,
  message: `Invalid color format (use hex color like ${brandColors.flame})`,
})

/** A moment in a reply: services return dates, clients get ISO 8601. */
export const instant = z.union([z.date().transform((date) => date.toISOString()), z.string()])

/** The same as text and without time bounds. */
export const isoMoment = (message: string) =>
  boundedText(40, { message, tooLong: message }).check(z.iso.datetime({ offset: true, error: message }))

const notADay = 'Must be a date such as 2026-06-01'
/** A day in a request. JavaScript has a year 0, PostgreSQL does not. */
export const calendarDay = boundedText(10, { message: notADay, tooLong: notADay })
  .check(z.iso.date(notADay))
  .refine((date) => date >= '0001', notADay)

/** A moment in a request: ISO 8601 with an offset. */
export const moment = (message = 'Must be a date and time') =>
  isoMoment(message)
    .refine((value) => isNearby(new Date(value)), 'Must be between the years 2000 and 2100')
    .transform((value) => new Date(value))
const isNearby = (date: Date) => date.getUTCFullYear() >= 2000 && date.getUTCFullYear() <= 2100

// Digits only: JavaScript would also read `1e3`, `0x10`, spaces and empty text as numbers.
export const digits = z.coerce
  .string()
  .max(9, { error: 'Must be a whole number', abort: true })
  .regex(/^\d{1,9}$/, 'Must be a whole number')
  .transform(Number)

/** Text of a search field. */
export const searchText = text({ max: 200 })

type ListDefaults<Column extends string> = { columns: readonly Column[]; sort: Column | `-${Column}`; limit?: number }

// An opaque position, or the number of rows to skip.
const cursor = z.coerce
  .string()
  .max(4_001, { error: 'Unknown cursor', abort: true })
  .regex(/^(\d{1,7}|W[\w-]{3,4000})$/, 'Unknown cursor')

/** Query fields of a list; the total comes back in `x-total-count`, the next page in `link`. */
export function listQuery<const Column extends string>({ columns, sort, limit = 10_000 }: ListDefaults<Column>) {
  type Sort = Column | `-${Column}`
  const sorts = columns.flatMap((column): Sort[] => [column, `-${column}`])
  return z.strictObject({
    q: searchText.optional(),
    // `never`: TypeScript cannot see that a generic sort is a value of its enum.
    sort: z.enum(sorts, 'Unknown order').default(sort as never),
    limit: digits.pipe(whole(1, 10_000)).default(limit),
    cursor: cursor.optional(),
  })
}
