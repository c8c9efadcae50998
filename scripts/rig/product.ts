import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator } from './accounts.ts'
import { freePort } from './ports.mjs'

export type Server = { port: number; base: string; child: ChildProcess; said: string; stop(): Promise<void> }
export type Product = Server & { dataDir: string }
/** `undefined` removes a setting. */
type Settings = Record<string, string | undefined>
type Options = { args?: string[]; cwd?: string }

/** Starts the product like any operator, on an empty data folder or on the given one. */
export async function startProduct(
  settings: Settings = {},
  { args = ['scripts/start.mjs'], cwd }: Options = {},
): Promise<Product> {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'week-product-'))
  const port = await freePort()
  const env = {
    ...process.env,
    ...{ ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password, LOG_LEVEL: 'error' },
    ...settings,
    ...{ PORT: String(port), DATA_DIR: dataDir },
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'], ...(cwd ? { cwd } : {}) })
  const { stop, ...server } = await waitUntilSaid(child, /is running at[\s\S]*\n\n$/)
  return {
    ...server,
    ...{ port, base: `http://127.0.0.1:${port}`, dataDir },
    async stop() {
      await stop()
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a program of this repository that prints `listening <port>`. */
export async function startServer(...args: string[]): Promise<Server> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { said, ...server } = await waitUntilSaid(child, /listening (\d+)/)
  const port = Number(/listening (\d+)/.exec(said)?.[1])
  return { ...server, said, port, base: `http://127.0.0.1:${port}` }
}

/** Resolves once the output matches. The child ends with this process at the latest. */
async function waitUntilSaid(child: ChildProcess, words: RegExp) {
  const onExit = () => void child.kill()
  process.once('exit', onExit)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => process.off('exit', onExit))
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    const hear = (chunk: Buffer) => {
      text += chunk
      if (!words.test(text)) return
      child.stdout?.off('data', hear)
      resolve(text)
    }
    child.stdout?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)))
  })
  // Drains the output: a full pipe would block the process.
  child.stdout?.resume()
  return {
    child,
    said,
    stop() {
      child.kill()
      return ended
    },
  }
}
