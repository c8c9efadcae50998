import { randomBytes } from 'node:crypto'
import { captureDeviceHeader, captureTokenHeader } from '#contract/endpoint.ts'
import { aPicture, send } from '#server/features/files/testing.ts'
import type { Caller } from '#server/testing.ts'
import { patiently } from '../guards.ts'

export const tokenOf = (url: string) => new URL(url).searchParams.get('team') ?? ''

export async function aLink(company: Caller, taskId: string | undefined): Promise<{ id: string; token: string }> {
  const reply = await company('POST', `/api/tasks/${taskId}/capture-links`)
  if (reply.status !== 201) throw new Error(`link failed: ${reply.text}`)
  return { id: reply.body.id, token: tokenOf(reply.body.url) }
}

/** A colleague's phone: it sends the link's secret and its device secret with every call. */
export function aPhone(visitor: Caller, token: string, device = randomBytes(24).toString('base64url')): Caller {
  const own = { [captureTokenHeader]: token, [captureDeviceHeader]: device }
  return (method, path, body, { headers = {}, raw } = {}) =>
    visitor(method, path, body, { headers: { ...own, ...headers }, ...(raw === undefined ? {} : { raw }) })
}

export const askAsGuest = (phone: Caller, bytes: Buffer, more: Record<string, unknown> = {}) =>
  phone('POST', '/api/capture/uploads', {
    fileName: 'team.jpg',
    size: bytes.length,
    contentType: 'image/jpeg',
    ...more,
  })

/** Adds one photo and returns its path. */
export async function added(phone: Caller, fileName = 'team.jpg'): Promise<string> {
  const bytes = await aPicture()
  const grant = await patiently(() => askAsGuest(phone, bytes, { fileName }))
  if (grant.status !== 201) throw new Error(`grant failed: ${grant.text}`)
  const sent = await send(grant.body, bytes)
  if (sent.status !== 201) throw new Error(`upload failed: ${sent.body.message}`)
  return grant.body.path
}
