import { paths } from '#client/platform/navigation/paths.ts'

export type OpenedLink = {
  kind: 'reset' | 'setup' | 'unsubscribe' | 'confirm'
  token: string
  /** Kind of email that the link unsubscribes from. */
  mailKind?: string | undefined
}

let opened = takeFromAddress()

/** A one-time link from a mail or the first start. Reading it removes the token from the address. */
function takeFromAddress(): OpenedLink | undefined {
  if (location.pathname !== paths.login) return undefined
  const params = new URLSearchParams(location.search)
  const found = (['reset', 'setup', 'unsubscribe', 'confirm'] as const).find((kind) => params.has(kind))
  if (!found) return undefined
  history.replaceState(null, '', paths.login)
  return { kind: found, token: params.get(found) ?? '', mailKind: params.get('kind') ?? undefined }
}

export const hasOpenedLink = () => opened !== undefined
export const openedLink = () => opened

export function forgetOpenedLink() {
  opened = undefined
}
