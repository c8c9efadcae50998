import { join } from 'node:path'
import { branding } from '#contract/branding.ts'
import { createApp } from './app.ts'
import { prepareFirstAdministrator } from './features/auth/first-administrator.ts'
import * as auth from './features/auth/service.ts'
import { sweep as sweepRegistrations } from './features/registrations/retention.ts'
import { hours } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { LiveHub } from './platform/live/hub.ts'
import { listen } from './platform/live/listener.ts'
import { startDelivery } from './platform/mail/deliver.ts'
import { openTransport } from './platform/mail/open-transport.ts'
import { openPlatform } from './platform/open-platform.ts'
import { projectFolder } from './platform/project.ts'
import { startPreparing } from './platform/storage/prepare.ts'
import * as uploads from './platform/storage/uploads.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start() {
  const config = readConfig()
  const { platform, listenUrl, close } = await openPlatform(config, 'serve')
  const { log, signals } = platform

  const hub = new LiveHub()
  const transport = openTransport(config)
  const delivery = startDelivery(platform, transport)
  const listener = listen({
    url: listenUrl,
    log,
    onSignal: (signal) => {
      if (signal.outbox) delivery.wake()
      signals.emit(signal)
      hub.hear(signal)
    },
    onGap: () => {
      signals.emit({ topics: ['everything'] })
      hub.refreshAll()
      delivery.wake()
    },
  })
  const preparing = startPreparing(platform)
  const clientFolder = join(projectFolder(), 'dist/client')
  const app = createApp({ platform, hub, clientFolder })
  const sweep = () => Promise.all([auth.sweep(platform), uploads.sweep(platform), sweepRegistrations(platform)])
  const sweeping = setInterval(() => void sweep().catch((error) => log.warn(error, 'sweeping failed')), hours(1) / 6)

  let stopping = false
  async function stop(code: number) {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(code || 1), 15_000).unref()
    clearInterval(sweeping)
    hub.close()
    await app.close()
    await preparing.stop()
    await delivery.stop()
    transport.close()
    await listener.close()
    await close()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  const { link, created } = await prepareFirstAdministrator(platform)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    say(listenTrouble(error, config.port))
    return stop(1)
  }
  say(`\n  ${branding.eventName} is running at ${config.publicUrl}`)
  if (created) say(`  Administrator ${created} is ready: sign in at ${config.publicUrl}/login`)
  if (link) say(`  Become the first administrator (works once, for an hour): ${link}`)
  say('')
}

function listenTrouble(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what uses it, or choose another: PORT=3001 npm start`
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose one above 1024: PORT=3000 npm start`
  return `The server could not listen on port ${port}: ${error instanceof Error ? error.message : error}`
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
