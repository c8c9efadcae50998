import { refuseWeak } from '#server/features/auth/slice.ts'
import type { Config } from '#server/platform/config.ts'
import { isLocalUrl, isLoopback } from '#server/platform/loopback.ts'
import { type Check, fault, ok } from './check.ts'

type Secret = { name: string; value: string; user: string; isLocal: boolean }

const ofUrl = (name: string, url: string | undefined): Secret[] => {
  if (!url) return []
  const { password, username, hostname, searchParams } = new URL(url)
  const isLocal = hostname === '' || isLoopback(hostname) || (searchParams.get('host')?.startsWith('/') ?? false)
  return password === '' ? [] : [{ name, value: decode(password), user: decode(username), isLocal }]
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Every secret in the settings: none of them may be printed. */
const secretsOf = ({
  databaseUrl,
  listenUrl,
  smtpUrl,
  s3,
  firstAdministrator,
  metricsToken,
  backupPassphrase,
}: Config): Secret[] => [
  ...ofUrl('DATABASE_URL', databaseUrl),
  ...ofUrl('DATABASE_LISTEN_URL', listenUrl),
  ...ofUrl('SMTP_URL', smtpUrl),
  ...(s3
    ? [
        {
          name: 'S3_SECRET_ACCESS_KEY',
          value: s3.secretAccessKey,
          user: s3.accessKeyId,
          isLocal: isLoopback(new URL(s3.endpoint).hostname),
        },
      ]
    : []),
  ...(firstAdministrator
    ? [{ name: 'ADMIN_PASSWORD', value: firstAdministrator.password, user: firstAdministrator.email, isLocal: false }]
    : []),
  ...(backupPassphrase ? [{ name: 'BACKUP_PASSPHRASE', value: backupPassphrase, user: '', isLocal: false }] : []),
  ...(metricsToken ? [{ name: 'METRICS_TOKEN', value: metricsToken, user: '', isLocal: false }] : []),
]

const shortest = 12

function isWeak({ value, user }: Secret): boolean {
  if (value.length < shortest) return true
  try {
    refuseWeak(value, [user])
    return false
  } catch {
    return true
  }
}

const secrets: Check = {
  name: 'secrets',
  async run({ config }) {
    // Local passwords are exempt: they protect against nobody who is not on this computer already.
    const weak = secretsOf(config).filter((secret) => !secret.isLocal && isWeak(secret))
    if (weak.length === 0) return ok('No password in the settings is easily guessed.')
    const names = [...new Set(weak.map(({ name }) => name))].join(' and ')
    return fault(
      `The password in ${names} is short or easily guessed: choose one of at least ${shortest} random characters (openssl rand -base64 24) and change it there and in the settings.`,
    )
  },
}

const metrics: Check = {
  name: 'metrics',
  async run({ config: { metricsToken, publicUrl } }) {
    if (metricsToken !== undefined) return ok('Whoever sends METRICS_TOKEN reads the metrics.')
    return ok(
      isLocalUrl(publicUrl)
        ? 'Only this computer reads the metrics.'
        : 'Nobody reads the metrics: Prometheus needs METRICS_TOKEN.',
    )
  },
}

export const secretChecks: Check[] = [secrets, metrics]

/** Servers may repeat secrets in their answers. */
export function redact(sentence: string, config: Config): string {
  const values = secretsOf(config).flatMap(({ value }) => [value, encodeURIComponent(value)])
  return values
    .filter((value) => value.length >= 4)
    .sort((a, b) => b.length - a.length)
    .reduce((text, value) => text.replaceAll(value, '(secret)'), sentence)
}
