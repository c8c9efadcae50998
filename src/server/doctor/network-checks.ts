import { type Connection, describeConnection, doctorTokenHeader } from '#contract/system.ts'
import { createDoctorToken, deleteDoctorTokens } from '#server/features/auth/slice.ts'
import { isLocalUrl } from '#server/platform/loopback.ts'
import { checkSmtp } from '#server/platform/mail/transports/smtp.ts'
import { type Check, type CheckContext, endSentence, fault, messageOf, ok, unchecked } from './check.ts'

type Answer =
  | { kind: 'here'; connection: Connection }
  | { kind: 'elsewhere'; status: number; location: string | null }
  | { kind: 'silent'; reason: string; isRunning: boolean }

/** Cached: all checks share one request to the public address. */
const answers = new WeakMap<CheckContext, Promise<Answer>>()
function askPublicUrl(context: CheckContext): Promise<Answer> {
  const known = answers.get(context) ?? ask(context)
  answers.set(context, known)
  return known
}

async function ask({ config, clock, openDatabase, patience }: CheckContext): Promise<Answer> {
  const parts = { db: (await openDatabase()).db, clock }
  const token = await createDoctorToken(parts)
  try {
    const reply = await fetch(`${config.publicUrl}/api${describeConnection.path}`, {
      headers: { [doctorTokenHeader]: token },
      redirect: 'manual',
      signal: AbortSignal.timeout(patience * 0.6),
    })
    const connection = describeConnection.reply.safeParse(await reply.json().catch(() => undefined))
    if (connection.success) return { kind: 'here', connection: connection.data }
    return { kind: 'elsewhere', status: reply.status, location: reply.headers.get('location') }
  } catch (error) {
    return { kind: 'silent', reason: messageOf(error), isRunning: await isRunningHere(config, patience * 0.2) }
  } finally {
    await deleteDoctorTokens(parts).catch(() => undefined)
  }
}

async function isRunningHere({ host, port }: CheckContext['config'], within: number): Promise<boolean> {
  const localHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const reply = await fetch(`http://${localHost}:${port}/api/healthz`, { signal: AbortSignal.timeout(within) }).catch(
    () => undefined,
  )
  await reply?.body?.cancel()
  return reply?.ok ?? false
}

const publicUrl: Check = {
  name: 'public-url',
  async run(context) {
    const { publicUrl: url, host, port } = context.config
    const answer = await askPublicUrl(context)
    if (answer.kind === 'here') return ok(`${url} leads to this product, release ${answer.connection.release}.`)
    if (answer.kind === 'silent') {
      if (!answer.isRunning) return unchecked(`the product is not running at ${url}; start it and ask again.`)
      return fault(
        `PUBLIC_URL ${url} does not answer (${answer.reason}) although the product runs at ${host}:${port}: correct PUBLIC_URL, or let its name and its proxy lead here.`,
      )
    }
    if (answer.location && URL.canParse(answer.location, url)) {
      const { origin } = new URL(answer.location, url)
      return fault(`PUBLIC_URL ${url} only leads on to ${origin}: set PUBLIC_URL to the address that people end up at.`)
    }
    return fault(
      `PUBLIC_URL ${url} leads to something else than the product with this database (it answers ${answer.status}): correct PUBLIC_URL, or let its name and its proxy lead here.`,
    )
  },
}

const tls: Check = {
  name: 'tls',
  async run({ config }) {
    if (config.publicUrl.startsWith('https:')) return ok('Visitors come over https.')
    if (isLocalUrl(config.publicUrl)) return ok('Only this computer is served, without TLS.')
    return fault(
      `PUBLIC_URL ${config.publicUrl} has no TLS, so passwords travel in the clear: put a proxy with a certificate in front of the product and set PUBLIC_URL to its https address.`,
    )
  },
}

const proxy: Check = {
  name: 'proxy',
  async run(context) {
    const { config } = context
    const answer = await askPublicUrl(context)
    if (answer.kind !== 'here') return unchecked(`PUBLIC_URL ${config.publicUrl} does not lead to this product.`)
    const { proxy: seen, address } = answer.connection
    if (seen === 'untrusted')
      return fault(
        `A proxy at ${address} is in front of the product and not trusted, so all its visitors share one limit: set TRUST_PROXY to ${address}.`,
      )
    // The product itself speaks no TLS: an https address implies a proxy.
    if (seen === 'without-address' || (seen === 'none' && config.publicUrl.startsWith('https:')))
      return fault(
        `A proxy at ${address} does not say for whom it asks, so all its visitors share one limit: let it send X-Forwarded-For, and set TRUST_PROXY to ${address}.`,
      )
    return ok(
      seen === 'trusted'
        ? 'The proxy in front of the product is trusted.'
        : 'There is no proxy in front of the product.',
    )
  },
}

const smtp: Check = {
  name: 'smtp',
  async run({ config, patience }) {
    const { smtpUrl } = config
    if (!smtpUrl) {
      if (isLocalUrl(config.publicUrl)) return ok(`Emails are written to ${config.dataDir}/outbox.`)
      return fault(`No mail server is set, so emails stay in ${config.dataDir}/outbox: set SMTP_URL and MAIL_FROM.`)
    }
    const { host } = new URL(smtpUrl)
    try {
      const each = patience * 0.8
      await checkSmtp(smtpUrl, { connection: each, greeting: each, socket: each, whole: patience * 0.9 })
      return ok(`The mail server ${host} takes emails.`)
    } catch (error) {
      return fault(
        `The mail server ${host} of SMTP_URL does not take emails; correct its address, user or password, or ask who runs it: ${endSentence(messageOf(error))}`,
      )
    }
  },
}

export const networkChecks: Check[] = [publicUrl, tls, proxy, smtp]
