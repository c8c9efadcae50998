import type { z } from 'zod'
import type { ProblemCode } from './problems.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * Who may call. `company` is a signed-in person who is no administrator; `door` an administrator, or whoever holds the
 * volunteers' link of the event.
 */
export type Access = 'public' | 'signed-in' | 'company' | 'administrator' | 'door'

type Shape = z.ZodType

export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
> = {
  method: Method
  /** Below `/api`, with `:name` for parameters. */
  path: string
  access: Access
  /** One line for the API document. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Also a filter: what is not listed here never leaves the server. */
  reply: Reply
  status?: 200 | 201 | 202 | 204
  /**
   * A repeat with the same `Idempotency-Key` gets the first answer again. For what creates something: its handler must write
   * through the platform of its call.
   */
  idempotent?: true
  /** The refusals of its own; those any call may give are in `commonProblems`. */
  problems?: readonly ProblemCode[]
}

/** One agreement between server and client. Without `access` it does not compile. */
export function endpoint<
  Reply extends Shape,
  Params extends Shape = z.ZodUndefined,
  Query extends Shape = z.ZodUndefined,
  Body extends Shape = z.ZodUndefined,
>(agreement: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return agreement
}
