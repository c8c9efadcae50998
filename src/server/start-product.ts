import { join } from 'node:path'
import { createApp } from './app.ts'
import * as auth from './features/auth/service.ts'
import { sweep as sweepProofs } from './features/proofs/retention.ts'
import { sweep as sweepRegistrations } from './features/registrations/retention.ts'
import { minutes } from './platform/clock.ts'
import type { ServerOptions } from './platform/http/server.ts'
import type { ShutdownLimits } from './platform/http/shutdown.ts'
import { sweep as sweepIdempotencyKeys } from './platform/idempotency/idempotency.ts'
import type { Signal } from './platform/live/bus.ts'
import { LiveHub } from './platform/live/hub.ts'
import { listen } from './platform/live/listener.ts'
import { startDelivery } from './platform/mail/deliver.ts'
import { openTransport } from './platform/mail/open-transport.ts'
import type { OpenPlatform } from './platform/open-platform.ts'
import type { Platform } from './platform/platform.ts'
import { projectFolder } from './platform/project.ts'
import { startPreparing } from './platform/storage/prepare.ts'
import * as uploads from './platform/storage/uploads.ts'

type Loop = 'delivery' | 'preparing' | 'sweeping'
/** `stop` ends the loop and waits for what it is doing. */
type Running = { wake?(): void; stop(): Promise<void> }

type Options = {
  /** Loops that a test runs by itself, or not at all. */
  without?: Loop[]
  onUnlisted?: ServerOptions['onUnlisted']
  limits?: ServerOptions['limits']
}

export type Product = {
  app: ReturnType<typeof createApp>
  hub: LiveHub
  /** When signals of other processes arrive for the first time. */
  hearing: Promise<void>
  stop(limits?: ShutdownLimits): Promise<void>
}

/**
 * Connects the parts: database signals, caches, live streams, loops and the HTTP server. The server process and the tests use
 * the same connections; whoever calls it lets `app` listen and closes the platform after `stop`.
 */
export function startProduct(
  { platform, listenUrl }: Omit<OpenPlatform, 'close'>,
  { without = [], onUnlisted, limits }: Options = {},
): Product {
  const { log, signals } = platform
  const runs = (loop: Loop) => !without.includes(loop)
  const hub = new LiveHub()
  const delivery = runs('delivery') ? deliverMails(platform) : undefined
  const preparing = runs('preparing') ? startPreparing(platform) : undefined
  const sweeping = runs('sweeping') ? startSweeping(platform) : undefined

  function hear(signal: Signal) {
    if (signal.outbox) delivery?.wake()
    signals.emit(signal)
    hub.hear(signal)
  }
  let heard = () => {}
  const hearing = new Promise<void>((resolve) => {
    heard = resolve
  })
  const listener = listen({
    url: listenUrl,
    log,
    onSignal: hear,
    onConnected: () => {
      // Anything may have happened before.
      hear({ topics: ['everything'], outbox: true, files: true })
      hub.refreshAll()
      heard()
    },
  })
  signals.connect(listener)
  const app = createApp({ platform, hub, clientFolder: join(projectFolder(), 'dist/client'), onUnlisted, limits })

  /** What people ask for ends first, then the work behind it, then what both announce through. */
  async function stop(limits?: ShutdownLimits) {
    hub.close()
    await app.shutDown(limits)
    await Promise.all([platform.background.stop(), sweeping?.stop(), preparing?.stop(), delivery?.stop()])
    await listener.close()
  }
  return { app, hub, hearing, stop }
}

function deliverMails(platform: Platform): Required<Running> {
  const transport = openTransport(platform.config)
  const delivery = startDelivery(platform, transport)
  return {
    wake: delivery.wake,
    async stop() {
      await delivery.stop()
      transport.close()
    },
  }
}

const sweeps = [auth.sweep, sweepProofs, sweepRegistrations, uploads.sweep, sweepIdempotencyKeys]

/** Deletes what has had its time, every ten minutes. */
function startSweeping(platform: Platform): Running {
  let underWay: Promise<unknown> = Promise.resolve()
  const sweep = () => {
    underWay = Promise.all(sweeps.map((one) => one(platform))).catch((error: unknown) =>
      platform.log.warn(error, 'sweeping failed'),
    )
  }
  const timer = setInterval(sweep, minutes(10))
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
