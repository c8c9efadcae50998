import { clockOf } from '#client/platform/dates.ts'
import type { ScanResult } from '#contract/door/endpoints.ts'
import type { DoorResult } from '../device/door-device.ts'
import type { Tone } from '../scanning/signals.ts'

type Words = { tone: Tone; title: string; hint?: string }

const said: Record<ScanResult | 'later', Words> = {
  ok: { tone: 'good', title: 'Welcome' },
  already: { tone: 'warn', title: 'Already inside' },
  pending: {
    tone: 'warn',
    title: 'Not approved yet',
    hint: 'The organisers have not decided about this registration.',
  },
  later: { tone: 'warn', title: 'Checked when back online', hint: 'This code is kept and sent by itself.' },
  rejected: { tone: 'bad', title: 'Rejected', hint: 'The organisers turned this registration down.' },
  revoked: {
    tone: 'bad',
    title: 'Code was replaced',
    hint: 'A newer code was sent by mail, or the place was given back.',
  },
  'wrong-event': { tone: 'bad', title: 'Code for another event', hint: 'Ask for the mail of this event.' },
  invalid: { tone: 'bad', title: 'Not one of our codes', hint: 'Try the name, or the code below the picture.' },
}

export const wordsOf = (result: ScanResult | 'later'): Words => said[result]

/** "since 10:42 at Gate B", as much of it as is known. */
export function firstEntry({ checkedInAt, gate }: { checkedInAt?: string; gate?: string }): string | undefined {
  if (!checkedInAt) return undefined
  return `since ${clockOf(checkedInAt)}${gate ? ` at ${gate}` : ''}`
}

/** What has to be said besides the result itself. */
export function remarkOf({ result, offline, unlisted }: DoorResult): string | undefined {
  if (result !== 'ok' || !offline) return undefined
  const later = 'Let in, will be confirmed when back online.'
  return unlisted ? `${later} Approved after this list was taken.` : later
}
