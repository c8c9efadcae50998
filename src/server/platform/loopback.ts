import { isIP } from 'node:net'

export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** True if only this computer opens the product's pages. */
export const isLocalUrl = (url: string) => {
  const { hostname } = new URL(url)
  return isLoopback(hostname) || hostname.endsWith('.localhost')
}
