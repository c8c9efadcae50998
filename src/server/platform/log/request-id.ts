import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** A UUID, or nginx's form of 32 digits; any other text must not reach logs and answers. */
const shape = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32})$/i

/** An id per request: a trusted proxy's id, so both logs match, else a new one. */
export function createRequestId(trustProxy: string[] | undefined): (request: IncomingMessage) => string {
  const isTrusted = createIsTrusted(trustProxy ?? [])
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && shape.test(given) && isTrusted(socket.remoteAddress) ? given : randomUUID()
  }
}

const networks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
]

/** True for addresses of this computer or of a private network. */
export const isPrivateAddress = createIsTrusted(networks)

export function createIsTrusted(addresses: string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const each of addresses) {
    const [address = '', prefix] = each.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) continue
    if (prefix === undefined) trusted.addAddress(address, family)
    else if (/^\d{1,3}$/.test(prefix)) trusted.addSubnet(address, Number(prefix), family)
  }
  return (remote = '') => {
    const address = remote.replace(/^::ffff:/, '')
    return isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}
