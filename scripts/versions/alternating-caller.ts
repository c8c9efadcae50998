import { cookieOf, fetchPatiently } from '../rig/accounts.ts'

export type Version = { name: string; url: string }
// biome-ignore lint/suspicious/noExplicitAny: replies of whichever call was made
type Body = any
export type Reply = { body: Body; cookie: string }
type Given = { cookie?: string; headers?: Record<string, string>; bytes?: Buffer }

export type Call = (method: string, path: string, body?: object, given?: Given) => Promise<Reply>

/** Alternates the requests between both versions. Throws for every unsuccessful answer and names the version. */
export function alternate(versions: Version[]): Call {
  let sent = 0
  return (method, path, body, given) => {
    const version = versions[sent++ % versions.length] as Version
    return callVersion(version, method, path, body, given)
  }
}

export async function callVersion(
  { name, url }: Version,
  method: string,
  path: string,
  body?: object,
  { cookie = '', headers = {}, bytes }: Given = {},
): Promise<Reply> {
  const reply = await fetchPatiently(url + path, {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : bytes ? { body: new Uint8Array(bytes) } : {}),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${name} version: ${method} ${path} answered ${reply.status}: ${text}`)
  return { body: JSON.parse(text || '{}'), cookie: cookieOf(reply) }
}
