import { z } from 'zod'

/** What is beside the rows and files in an archive. */
export const manifestName = 'manifest.json'
/** Hash and name of every entry before it, as `sha256sum -c` reads them. */
/** Which files an archive of a night has. */
export const sharedName = 'shared-files.txt'
export const sumsName = 'SHA256SUMS'
/** The last entry: by whom the list of hashes was written. */
export const signatureName = 'signature.json'

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const count = z.number().int().nonnegative()
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.object({
  /** 1 is of release 0.2, which signed nothing; 3 is of a night, whose files lie beside the archive. */
  format: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  product: z.literal('sports-week'),
  release: z.string(),
  postgres: z.string(),
  madeAt: z.iso.datetime(),
  /** Which migrations the rows have gone through, and how far the one is that was under way. */
  schema: z.object({
    name: z.string(),
    hashes: z.array(hash),
    steps: z.object({ hash, done: count }).optional(),
  }),
  /** What links in old mails and days depend on; no secrets. */
  settings: z.object({ publicUrl: z.string(), timeZone: z.string(), files: z.enum(['disk', 's3']) }),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier), rows: count })),
  sequences: z.array(z.object({ name: identifier, lastValue: z.string().regex(/^\d{1,19}$/), isCalled: z.boolean() })),
  /** `missing` are files that a row names and the store did not have. Absent in an archive of rows only. */
  files: z.object({ count, bytes: count, missing: count }).optional(),
})

export type Manifest = z.infer<typeof Manifest>

export const partName = (table: string, part: number) => `rows/${table}/${String(part).padStart(6, '0')}.copy`
export const fileEntryName = (path: string) => `files/${path}`

/** A folder of the store and a name; nothing where files arrive or are put together. */
const pathPattern = /^(?!arriving\/|parts\/)[a-z]+\/[\w-][\w.-]*$/
export const isFilePath = (path: string) => pathPattern.test(path)

const partPattern = /^rows\/([a-z_][a-z0-9_]*)\/(\d{6})\.copy$/

export type EntryKind =
  | { is: 'rows'; table: string; part: number }
  | { is: 'file'; path: string }
  | { is: 'shared' | 'manifest' | 'sums' | 'signature' }

/** In this order they are in an archive. */
export const places: readonly EntryKind['is'][] = ['rows', 'file', 'shared', 'manifest', 'sums', 'signature']

const singles: Record<string, EntryKind> = {
  [sharedName]: { is: 'shared' },
  [manifestName]: { is: 'manifest' },
  [sumsName]: { is: 'sums' },
  [signatureName]: { is: 'signature' },
}

export function parseEntryName(name: string): EntryKind | undefined {
  const [, table, part] = partPattern.exec(name) ?? []
  if (table && part) return { is: 'rows', table, part: Number(part) }
  const path = name.replace(/^files\//, '')
  return path !== name && isFilePath(path) ? { is: 'file', path } : singles[name]
}
