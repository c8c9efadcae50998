import type { Page } from '#contract/common.ts'
import { Problem } from '../errors/problem.ts'
import { Listed } from './replies.ts'

export type Asked<Order extends string> = {
  q?: string
  order: Order
  descending: boolean
  limit: number
  offset: number
}

/** A list's query in the terms of a store: only the named orders, everything when no limit is asked. */
export function asked<const Order extends string>(page: Page, orders: readonly Order[], usual: Order): Asked<Order> {
  const name = page.sort?.replace(/^-/, '') ?? usual
  const order = orders.find((known) => known === name)
  if (!order) throw new Problem('invalid-input', { sentence: 'Unknown order', fields: { sort: 'Unknown order' } })
  return {
    q: page.q || undefined,
    order,
    descending: page.sort?.startsWith('-') ?? false,
    limit: page.limit ?? 10_000,
    offset: page.cursor ?? 0,
  }
}

/** One page with its total and the start of the next. */
export function listed<T>({ offset }: { offset: number }, found: T[], total: number): Listed<T> {
  const next = offset + found.length
  return new Listed(found, total, next < total && found.length > 0 ? next : undefined)
}
