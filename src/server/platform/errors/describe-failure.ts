import pg from 'pg'
import { Problem } from './problem.ts'

type SystemError = Error & {
  code?: string
  syscall?: string
  path?: string
  dest?: string
  address?: string
  port?: number
  hostname?: string
}

/** Describes a failure and its remedy for operators. Our messages do that already; other errors are translated. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Problem) return describeProblem(error)
  const inner = innerOf(error)
  if (inner) return describeFailure(inner)
  if (error instanceof pg.DatabaseError) return describeRefusal(error)
  const cut = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/.test(error.message)
  if (cut) return 'The database does not answer any more: look whether it runs, and run the command again.'
  return describeSystemError(error) ?? describeDefect(error) ?? error.message
}

/** Connections to several addresses, `fetch` and Drizzle wrap the cause; Drizzle's message contains personal values. */
function innerOf(error: Error): unknown {
  if (error instanceof AggregateError && error.message === '') return error.errors[0]
  return error.message === '' || error.message === 'fetch failed' || error.message.startsWith('Failed query')
    ? error.cause
    : undefined
}

/** The problem's sentence is for people who cannot fix the cause. */
function describeProblem({ code, sentence, cause }: Problem): string {
  if (code === 'storage-full' || code === 'storage-unavailable') {
    const reason = cause === undefined ? undefined : describeFailure(cause)
    if (code === 'storage-full') return reason ?? describeFullDisk()
    return `The file store does not answer. ${reason ?? 'Look whether its disk or S3_ENDPOINT can be reached.'}`
  }
  return sentence
}

const describeFullDisk = (place = 'with the files') =>
  `The disk ${place} is full: free some room there, or use a folder on another disk.`

const ofFiles: Record<string, (path: string) => string> = {
  ENOSPC: (path) => describeFullDisk(`of ${path}`),
  EDQUOT: (path) => `The quota of the disk ${path} is used up: free some room there, or use a folder on another disk.`,
  EROFS: (path) => `${path} is on a disk that is read-only: use a folder that can be written to.`,
  EACCES: (path) => `This user has no right to ${path}: use the user that runs the product, or give it to this one.`,
  ENOENT: (path) => `${path} does not exist: look whether the name is right.`,
  ENOTDIR: (path) => `${path} leads through something that is no folder: look whether the name is right.`,
  EEXIST: (path) => `${path} exists already: choose another name.`,
  EISDIR: (path) => `${path} is a folder: name a file.`,
  EIO: (path) => `The disk of ${path} cannot be read or written: look into the log of the system, it may be broken.`,
}

function describeSystemError(error: SystemError): string | undefined {
  const { code = '', syscall = '', path = error.dest, address = path, port, hostname = '' } = error
  const place = port === undefined ? address : `${address}:${port}`
  if (syscall === 'connect' || code === 'ECONNREFUSED')
    return `Nothing answers at ${place} (${code}): start what should answer there, or correct its address in the settings.`
  if (syscall === 'getaddrinfo')
    return `The network knows no computer with the name ${hostname} (${code}): correct it in the settings, or look at the network.`
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ETIMEDOUT')
    return `A connection was cut (${code}): look whether the database and the file store run, and run the command again.`
  if (code.startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('. ')[0]}: docs/backup.md and docs/doctor.md have the options of the commands.`
  const describe = ofFiles[code === 'EPERM' ? 'EACCES' : code]
  return describe && syscall ? describe(path ?? 'a file') : undefined
}

const ofTheDatabase: Record<string, string> = {
  '28000': 'It does not let this user in: correct DATABASE_URL, or the rules of the database (pg_hba.conf)',
  '28P01': 'It does not take this password: correct DATABASE_URL',
  '3D000': 'Create that database, or correct its name in DATABASE_URL',
  '42501': 'Give the database to the user of DATABASE_URL (alter database … owner to …)',
  '53100': 'Its disk is full: free some room there',
  '53300': 'It has no connection left: raise its max_connections, or stop what takes them',
  '55P03': 'Something else is at work on these rows: run the command again in a moment',
  '57014': 'It took too long: run the command again when less is going on',
  '57P01': 'It was stopped: start it, and run the command again',
  '57P03': 'It is starting or stopping: run the command again in a moment',
}

function describeRefusal({ code = '', message }: pg.DatabaseError): string {
  const remedy = ofTheDatabase[code] ?? 'Run the command again; report this line if it stays so'
  return `The database refused (${code}): ${message}. ${remedy}.`
}

function describeDefect({ name, message }: Error): string | undefined {
  if (!/^(TypeError|RangeError|ReferenceError|SyntaxError|AssertionError|ZodError|\$ZodError)$/.test(name)) return
  return `This is a fault of the product: ${name}: ${message}. Run the command again; report this line if it stays so.`
}
