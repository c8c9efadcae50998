import { hours, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { countAttempt, forgiveAttempt, type Limit, sourceOf, type Whom } from '#server/platform/limits/limits.ts'

const limits = {
  /** Attempts of one network, or of one known browser, at one account. */
  source: { name: 'login-source', most: 10, within: minutes(5), refusal: 'too-many-logins' },
  sourceHour: { name: 'login-source-hour', most: 40, within: hours(1), refusal: 'too-many-wrong-passwords' },
  /** Attempts of all unknown browsers at one account, from any network. */
  strangers: { name: 'login-strangers', most: 120, within: hours(1), refusal: 'too-many-wrong-passwords' },
  address: { name: 'login-address', most: 100, within: minutes(5), refusal: 'too-many-logins' },
} satisfies Record<string, Limit>

type LoginAttempt = { email: string; address: string; browserId: string | undefined }

/** Counts before the check, so that parallel guesses cannot all pass. Strangers never slow a known browser. */
export async function countLogin(tx: Tx, attempt: LoginAttempt, now: Date) {
  for (const [limit, whom] of limitsOf(attempt)) await countAttempt(tx, limit, whom, now)
}

export async function forgiveLogin(tx: Tx, attempt: LoginAttempt) {
  for (const [limit, whom] of limitsOf(attempt)) await forgiveAttempt(tx, limit, whom)
}

/** Narrow limits come first, so that a refused attempt of one source does not use up the limit of all. */
function limitsOf({ email, address, browserId }: LoginAttempt): [Limit, Whom][] {
  const network = sourceOf(address)
  const source = [email, browserId ? `browser ${browserId}` : network] as const
  const sourceLimits: [Limit, Whom][] = [
    [limits.source, source],
    [limits.sourceHour, source],
  ]
  if (browserId) return sourceLimits
  return [...sourceLimits, [limits.strangers, email], [limits.address, network]]
}
