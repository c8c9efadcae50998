import { resolve } from 'node:path'
import { z } from 'zod'
import { branding } from '#contract/branding/branding.ts'

const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)
const url = (protocols: RegExp, example: string) =>
  optional(
    z
      .string()
      .refine((value) => URL.canParse(value) && protocols.test(value), `must look like ${example}`)
      .optional(),
  )

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const wholeNumber = ({ from, to, otherwise }: { from: number; to: number; otherwise: number }) =>
  optional(
    z
      .string()
      .regex(/^\d{1,6}$/, `must be a whole number from ${from} to ${to}`)
      .transform(Number)
      .refine((value) => value >= from && value <= to, `must be from ${from} to ${to}`)
      .default(otherwise),
  )

const Environment = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number, for instance 3000')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be at most 65535')
      .default(3000),
  ),
  HOST: optional(z.string().default('127.0.0.1')),
  DATA_DIR: optional(z.string().default('./data')),
  BACKUP_DIR: optional(z.string().optional()),
  BACKUP_KEEP: wholeNumber({ from: 1, to: 1000, otherwise: 14 }),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'must have at least 12 characters').optional()),
  BACKUP_ENCRYPT: optional(z.enum(['true', 'false'], 'must be true or false').default('false')),
  PUBLIC_URL: url(/^https?:\/\/[^/]+\/?$/, 'https://week.example.com, without a path'),
  DATABASE_URL: url(/^postgres(ql)?:/, 'postgres://user:password@host:5432/name'),
  DATABASE_LISTEN_URL: url(/^postgres(ql)?:/, 'postgres://user:password@host:5432/name'),
  S3_ENDPOINT: url(/^https?:/, 'https://s3.example.com'),
  S3_REGION: optional(z.string().default('us-east-1')),
  S3_BUCKET: optional(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name')
      .default('proof-uploads'),
  ),
  S3_ACCESS_KEY_ID: optional(z.string().optional()),
  S3_SECRET_ACCESS_KEY: optional(z.string().optional()),
  S3_FORCE_PATH_STYLE: optional(z.enum(['true', 'false'], 'must be true or false').default('true')),
  SMTP_URL: url(/^smtps?:/, 'smtp://user:password@host:587'),
  MAIL_FROM: optional(
    z
      .string()
      .regex(/^[^<>@\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must look like Sports Week <week@example.com>')
      .optional(),
  ),
  SUPPORT_EMAIL: optional(z.email('must be an email address').optional()),
  SECURITY_CONTACT: optional(
    z
      .string()
      .transform((contact) => (z.email().safeParse(contact).success ? `mailto:${contact}` : contact))
      .refine(
        (contact) => /^(mailto:|https:\/\/)[\x21-\x7e]+$/.test(contact),
        'must be an email address or look like https://example.com/security',
      )
      .optional(),
  ),
  ADMIN_EMAIL: optional(z.email('must be an email address').optional()),
  ADMIN_PASSWORD: optional(z.string().min(8, 'must have at least 8 characters').optional()),
  TRUST_PROXY: optional(
    z
      .string()
      .regex(/^[\da-fA-F.:/,\s]+$/, 'must list addresses or networks, for instance 10.0.0.0/8')
      .optional(),
  ),
  TIME_ZONE: optional(
    z.string().refine(isTimeZone, 'must be a time zone, for instance America/Curacao').default('America/Curacao'),
  ),
  FIX_ROUNDS: wholeNumber({ from: 0, to: 10, otherwise: 2 }),
  FIX_HOURS: wholeNumber({ from: 1, to: 720, otherwise: 48 }),
  METRICS_TOKEN: optional(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must have at least 16 characters, none of them a space')
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:/, 'http://collector:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    z
      .string()
      .regex(/^[\w-]+=([^,%]|%[\da-f]{2})*(,\s*[\w-]+=([^,%]|%[\da-f]{2})*)*$/i, 'must look like name=value,name=value')
      .optional(),
  ),
  OTEL_SERVICE_NAME: optional(z.string().max(100).default('sports-week')),
  OTEL_TRACES_SAMPLER_ARG: optional(
    z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
      .transform(Number)
      .default(1),
  ),
  OFFLINE_APP: optional(z.enum(['on', 'off'], 'must be on or off').default('on')),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
})

export type Config = {
  port: number
  host: string
  dataDir: string
  /** The folder for nightly backups, if any. */
  backupDir?: string
  /** The number of nightly backups to keep. */
  backupKeep: number
  /** Signs backups; the default is a key file in `dataDir`. */
  backupPassphrase?: string
  encryptsBackups: boolean
  publicUrl: string
  databaseUrl?: string
  listenUrl?: string
  s3?: {
    endpoint: string
    region: string
    bucket: string
    accessKeyId: string
    secretAccessKey: string
    forcePathStyle: boolean
    /** The origin of signed file URLs for browsers. */
    servedFrom: string
  }
  smtpUrl?: string
  mailFrom: string
  /** The address for people who need help. */
  supportEmail?: string
  /** The contact for security reports: a `mailto:` or `https:` address. */
  securityContact?: string
  firstAdministrator?: { email: string; password: string }
  trustProxy?: string[]
  timeZone: string
  /** How often a reviewer may return one proof for fixing, and the hours a company then has. */
  fixes: { rounds: number; hours: number }
  /** True if the company app works offline. */
  offlineApp: boolean
  logLevel: string
  /** A bearer token that allows reading the metrics from anywhere. */
  metricsToken?: string
  /** The destination of traces, if any. */
  tracing?: TracingConfig
}

/** `ratio`: the share of traced requests, from 0 to 1. */
export type TracingConfig = { endpoint: string; headers: Record<string, string>; serviceName: string; ratio: number }

/** The only reader of the environment. Throws one line per mistake. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const read = Environment.safeParse(environment)
  const env = read.data
  const mistakes = env ? listContradictions(env) : read.error.issues.map(describeIssue)
  if (mistakes.length > 0 || !env) throw new ConfigMistake(mistakes)

  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    backupDir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
    backupKeep: env.BACKUP_KEEP,
    backupPassphrase: env.BACKUP_PASSPHRASE,
    encryptsBackups: env.BACKUP_ENCRYPT === 'true',
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    listenUrl: env.DATABASE_LISTEN_URL,
    s3: readS3(env),
    smtpUrl: env.SMTP_URL,
    // Without a mail server mails are files, and nobody can reply.
    mailFrom: env.MAIL_FROM ?? `${branding.eventName} <no-reply@localhost.localdomain>`,
    supportEmail: env.SUPPORT_EMAIL,
    securityContact: env.SECURITY_CONTACT ?? (env.SUPPORT_EMAIL && `mailto:${env.SUPPORT_EMAIL}`),
    firstAdministrator:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL.trim().toLowerCase(), password: env.ADMIN_PASSWORD }
        : undefined,
    trustProxy: env.TRUST_PROXY?.split(/[,\s]+/).filter(Boolean),
    timeZone: env.TIME_ZONE,
    fixes: { rounds: env.FIX_ROUNDS, hours: env.FIX_HOURS },
    offlineApp: env.OFFLINE_APP === 'on',
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    tracing: readTracing(env),
  }
}

/** Silences the S3 client's advice on Node versions: it is for developers, not for operators. */
export function silenceAdviceOfS3Client() {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
}

export class ConfigMistake extends Error {
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
  }
}

type Values = z.output<typeof Environment>

const describeIssue = ({ path, message }: z.core.$ZodIssue) => `${path.join('.')} ${sentence(message)}`

/** Lists variables that another one requires. */
function listContradictions(env: Values): string[] {
  const mistakes: string[] = []
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) {
    mistakes.push(
      `${env.ADMIN_EMAIL ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'} is missing: the first administrator needs both`,
    )
  }
  if (env.DATABASE_LISTEN_URL && !env.DATABASE_URL) mistakes.push('DATABASE_LISTEN_URL needs DATABASE_URL beside it')
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (env.S3_ENDPOINT && !env[name]) mistakes.push(`${name} is missing: S3_ENDPOINT needs it`)
  }
  if (env.SMTP_URL && !env.MAIL_FROM) {
    mistakes.push('MAIL_FROM is missing: SMTP_URL needs the address that mails come from')
  }
  if (env.BACKUP_ENCRYPT === 'true' && !env.BACKUP_PASSPHRASE)
    mistakes.push('BACKUP_PASSPHRASE is missing: BACKUP_ENCRYPT needs it')
  return mistakes
}

function readS3(env: Values): Config['s3'] {
  if (!env.S3_ENDPOINT || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return undefined
  const forcePathStyle = env.S3_FORCE_PATH_STYLE === 'true'
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle,
    servedFrom: servedFrom(env.S3_ENDPOINT, forcePathStyle ? '' : `${env.S3_BUCKET}.`),
  }
}

const readTracing = (env: Values): TracingConfig | undefined =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
        serviceName: env.OTEL_SERVICE_NAME,
        ratio: env.OTEL_TRACES_SAMPLER_ARG,
      }
    : undefined

/** Values are percent-encoded, so they may contain a comma. */
const readHeaders = (given = ''): Record<string, string> =>
  Object.fromEntries(
    given.split(',').flatMap((pair) => {
      const [name = '', value = ''] = pair.trim().split(/=(.*)/s)
      return name ? [[name, decodeURIComponent(value)]] : []
    }),
  )

function servedFrom(endpoint: string, before: string): string {
  const { protocol, host } = new URL(endpoint)
  return `${protocol}//${before}${host}`
}

const sentence = (message: string) => (message.startsWith('must') ? message : `is not valid (${message})`)
