import type { Config } from '../../config.ts'
import { emlTransport, outboxFolderOf } from './eml.ts'
import { smtpTransport } from './smtp.ts'
import { type MailTransport, parseSender } from './transport.ts'

/** An SMTP server when one is configured, else files that a person can open. */
export function openTransport(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'supportEmail' | 'dataDir'>,
): MailTransport {
  const from = { ...parseSender(config.mailFrom), replyTo: config.supportEmail }
  return config.smtpUrl ? smtpTransport(config.smtpUrl, from) : emlTransport(outboxFolderOf(config), from)
}
