import type { ServerResponse } from 'node:http'
import { seconds } from '#server/platform/clock.ts'
import type { Signal, SignalBus } from '#server/platform/live/bus.ts'

/** More phones than a company's team has; beyond it the oldest stream ends, and that page polls. */
const mostPerCompany = 500

/**
 * Live streams of guests. They carry no data: the page reads its capture again, where access is judged. `owner` is the
 * account of the company whose link the guest has.
 */
export function createGuestStreams(signals: SignalBus) {
  const byOwner = new Map<string, Set<ServerResponse>>()
  signals.on((signal) => {
    for (const owner of ownersOf(signal, byOwner)) write(byOwner.get(owner), 'data: {}\n\n')
  })
  setInterval(() => {
    for (const streams of byOwner.values()) write(streams, ': still here\n\n')
  }, seconds(25)).unref()

  return {
    open(owner: string, response: ServerResponse) {
      const streams = byOwner.get(owner) ?? new Set()
      byOwner.set(owner, streams.add(response))
      const [oldest] = streams
      if (streams.size > mostPerCompany) oldest?.end()
      response.on('close', () => {
        streams.delete(response)
        if (streams.size === 0 && byOwner.get(owner) === streams) byOwner.delete(owner)
      })
      response.write(': open\n\n')
    },
    close() {
      for (const streams of byOwner.values()) for (const response of streams) response.end()
    },
  }
}

/** A revoked link or a submission concerns one company, a changed task may concern all. */
function ownersOf({ topics, audience }: Signal, byOwner: ReadonlyMap<string, unknown>): Iterable<string> {
  if (audience === 'everyone' && topics?.some((topic) => topic === 'tasks' || topic === 'everything'))
    return byOwner.keys()
  return typeof audience === 'object' && topics?.includes('capture') ? [audience.user] : []
}

function write(streams: Iterable<ServerResponse> = [], text: string) {
  for (const response of streams) response.write(text)
}
