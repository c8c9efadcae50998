import { type Caller, metricsToken } from '../testing.ts'

export const readMetrics = (call: Caller) =>
  call('GET', '/api/metrics', undefined, { headers: { authorization: `Bearer ${metricsToken}` } })
