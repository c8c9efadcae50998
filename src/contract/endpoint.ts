import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * Who may call. `company` is a signed-in person who is no administrator; `door` an administrator, or whoever holds the
 * volunteers' link of the event; `guest` whoever holds a team link of a task, signed in or not.
 */
export type Access = 'public' | 'signed-in' | 'company' | 'administrator' | 'door' | 'guest'

/** Carries the secret of a volunteers' link. */
export const doorPassHeader = 'x-door-pass'

/** Carries the secret of a team link, and a secret that the guest's device made for itself. */
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
  /** Also a filter: what is not listed here never leaves the server. */
  reply: Reply
  status?: 200 | 201 | 202 | 204 | 302
  /** Of a reply that is no JSON; one of several where it depends on what was stored. */
  contentType?: string | readonly string[]
  /** Of a body that is no JSON: its bytes are taken as they come. */
  bodyContentType?: string | readonly string[]
  /** Its answer starts or ends the session of the caller. */
  setsCookie?: true
  /** Reads no session, so that other sites may call it: what its address holds decides alone. */
  withoutSession?: true
  /** A write that goes on while operators have paused changes: it only reads, signs people in, or lets them through the door. */
  duringMaintenance?: true
  /** Answers of its own beside the usual one, each with what it means; one of 503 has the shape of the reply. */
  otherStatuses?: Partial<Record<204 | 206 | 304 | 503, string>>
  /**
   * A repeat with the same `Idempotency-Key` gets the first answer again. For what creates something: its handler must write
   * through the platform of its call.
   */
  idempotent?: true
  /** The refusals of its own; those any call may give are in `commonProblems`. */
  problems?: readonly ProblemCode[]
}

/** What a handler of this endpoint gets as its query. */
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
