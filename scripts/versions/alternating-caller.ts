import { setTimeout as sleep } from 'node:timers/promises'

export type Version = { name: string; url: string }
// biome-ignore lint/suspicious/noExplicitAny: replies of whichever call was made
type Body = any
export type Reply = { body: Body; cookie: string }
type Given = { cookie?: string; headers?: Record<string, string>; bytes?: Buffer }

export type Call = (method: string, path: string, body?: object, given?: Given) => Promise<Reply>

/** Every request goes to the other version than the one before. Throws for every answer that is no success, naming who gave it. */
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
  tries = 1,
): Promise<Reply> {
  const reply = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : bytes ? { body: new Uint8Array(bytes) } : {}),
  })
  // Where the computer is busy the database may keep a request waiting for too long: what was refused is sent again.
  if (reply.status === 503 && tries < 5) {
    await sleep(1_000)
    return callVersion({ name, url }, method, path, body, { cookie, headers, ...(bytes ? { bytes } : {}) }, tries + 1)
  }
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${name} version: ${method} ${path} answered ${reply.status}: ${text}`)
  return { body: JSON.parse(text || '{}'), cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
