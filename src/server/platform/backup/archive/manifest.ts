import { z } from 'zod'

export const manifestName = 'manifest.json'
/** Hash and name of every entry before it, in the format of `sha256sum -c`. */
/** The list of files of a nightly archive. */
export const sharedName = 'shared-files.txt'
export const sumsName = 'SHA256SUMS'
/** The last entry: the signature of the list of hashes. */
export const signatureName = 'signature.json'

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const count = z.number().int().nonnegative()
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const Manifest = z.object({
  /** 1: release 0.2, unsigned. 3: a nightly archive, with its files beside it. */
  format: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  product: z.literal('sports-week'),
  release: z.string(),
  postgres: z.string(),
  madeAt: z.iso.datetime(),
  /** The applied migrations, and the finished steps of one that was running. */
  schema: z.object({
    name: z.string(),
    hashes: z.array(hash),
    steps: z.object({ hash, done: count }).optional(),
  }),
  /** Settings that links in old emails and dates depend on; no secrets. */
  settings: z.object({ publicUrl: z.string(), timeZone: z.string(), files: z.enum(['disk', 's3']) }),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier), rows: count })),
  sequences: z.array(z.object({ name: identifier, lastValue: z.string().regex(/^\d{1,19}$/), isCalled: z.boolean() })),
  /** `missing` counts files that a row names and the store lacked. Absent in an archive of rows only. */
  files: z.object({ count, bytes: count, missing: count }).optional(),
})

export type Manifest = z.infer<typeof Manifest>

export const partName = (table: string, part: number) => `rows/${table}/${String(part).padStart(6, '0')}.copy`
export const fileEntryName = (path: string) => `files/${path}`

/** A folder of the store and a name, but not the folders for uploads in progress. */
const pathPattern = /^(?!arriving\/|parts\/)[a-z]+\/[\w-][\w.-]*$/
export const isFilePath = (path: string) => pathPattern.test(path)

const partPattern = /^rows\/([a-z_][a-z0-9_]*)\/(\d{6})\.copy$/

export type EntryKind =
  | { is: 'rows'; table: string; part: number }
  | { is: 'file'; path: string }
  | { is: 'shared' | 'manifest' | 'sums' | 'signature' }

/** The order of entries in an archive. */
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
