const minute = 60_000

const inMinutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`)

/**
 * Says when the last email was sent and when the next may be requested: `Sent 6 minutes ago; you can ask again in 4.`
 */
export function pauseSentence(
  lastState: 'queued' | 'sent' | 'failed',
  { lastAt, nextAt, now }: { lastAt: Date; nextAt: Date; now: Date },
): string {
  const passed = Math.max(0, Math.floor((now.getTime() - lastAt.getTime()) / minute))
  const left = Math.max(1, Math.ceil((nextAt.getTime() - now.getTime()) / minute))
  const ago = passed === 0 ? 'less than a minute ago' : `${inMinutes(passed)} ago`
  // Omits the second unit when both are plural.
  const again = `you can ask again in ${passed > 1 && left > 1 ? left : inMinutes(left)}.`
  if (lastState === 'sent') return `Sent ${ago}; ${again}`
  if (lastState === 'failed') return `The last email, ${ago}, could not be delivered; ${again}`
  return `The email you asked for ${ago} is still on its way; ${again}`
}
