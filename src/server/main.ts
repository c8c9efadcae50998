import { branding } from '#contract/branding/branding.ts'
import { prepareFirstAdministrator } from './features/auth/slice.ts'
import { readConfig } from './platform/config.ts'
import { describeFailure } from './platform/errors/describe-failure.ts'
import { openPlatform } from './platform/open-platform.ts'
import { prepareSlices, publishOwnFiles, startProduct } from './start-product.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start() {
  const config = readConfig()
  const { platform, listenUrl, close } = await openPlatform(config, 'serve')
  const { log } = platform
  try {
    await prepareSlices(platform)
    await publishOwnFiles(platform)
  } catch (error) {
    await close()
    throw error
  }
  const product = startProduct({ platform, listenUrl })

  let isStopping = false
  async function stop(code: number) {
    // Ignores repeated signals: Ctrl-C also arrives through npm, and requests must not be cut off.
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(code || 1), 15_000).unref()
    await product.stop()
    await close()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  const { link, created } = await prepareFirstAdministrator(platform)
  // Builds the document before listening: it takes a fifth of a second, and no request waits yet.
  await product.app.inject('/api/openapi.json')
  try {
    await product.app.listen({ port: config.port, host: config.host })
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
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exit(1)
})
