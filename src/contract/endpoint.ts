import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * The roles that may call. `company`: signed in and no administrator; `door`: an administrator or the event's
 * volunteers' link; `guest`: a task's team link, signed in or not.
 */
export type Access = 'public' | 'signed-in' | 'company' | 'administrator' | 'door' | 'guest'

/** Carries the secret of a volunteers' link. */
export const doorPassHeader = 'x-door-pass'

/** Carries the secret of a team link, and a secret from the guest's device. */
export const captureTokenHeader = 'x-capture-token'
export const captureDeviceHeader = 'x-capture-device'

type Shape = z.ZodType

export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Path extends string = string,
  Verb extends Method = Method,
> = {
  method: Verb
  /** Below `/api`, with `:name` for parameters. */
  path: Path
  access: Access
  /** One line for the API document. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Also a filter: unlisted fields never leave the server. */
  reply: Reply
  status?: 200 | 201 | 202 | 204 | 302
  /** For a reply that is not JSON; several types where it depends on the stored file. */
  contentType?: string | readonly string[]
  /** For a body that is not JSON: its bytes are streamed unparsed. */
  bodyContentType?: string | readonly string[]
  /** Its answer starts or ends the caller's session. */
  setsCookie?: true
  /** Reads no session, so that other sites may call it: its address alone authorises it. */
  withoutSession?: true
  /** A write allowed while operators have paused changes: it only reads, signs people in, or serves the door. */
  duringMaintenance?: true
  /** Extra statuses with their meanings; one of 503 has the shape of the reply. */
  otherStatuses?: Partial<Record<204 | 206 | 304 | 503, string>>
  /**
   * A repeat with the same `Idempotency-Key` gets the first answer again. For calls that create; the handler must write
   * through the platform of its call.
   */
  idempotent?: true
  /** The endpoint's refusals; `commonProblems` lists the refusals of every call. */
  problems?: readonly ProblemCode[]
}

/** The parsed query that a handler of this endpoint gets. */
export type QueryOf<E extends { query?: Shape }> = z.output<NonNullable<E['query']>>

/** One agreement between server and client. Without `access` it does not compile. */
export function endpoint<
  Reply extends Shape,
  Params extends Shape = z.ZodUndefined,
  Query extends Shape = z.ZodUndefined,
  Body extends Shape = z.ZodUndefined,
  const Path extends string = string,
  const Verb extends Method = Method,
>(agreement: Endpoint<Params, Query, Body, Reply, Path, Verb>): Endpoint<Params, Query, Body, Reply, Path, Verb> {
  return agreement
}
