// Runs another release beside a test's product, with a proxy that alternates requests between them. Page loads
// alternate separately: the number of requests between two of them varies.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { startProduct } from '../../scripts/rig/product.ts'
import { joinEmbedded } from '../../src/server/platform/database/embedded.ts'
import type { Product } from './product.ts'

/** The same product with renamed built files: to a browser it is another release. */
function makeOtherRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'week-other-release-'))
  cpSync('dist', join(folder, 'dist'), { recursive: true })
  for (const name of ['package.json', 'node_modules', 'src']) symlinkSync(join(process.cwd(), name), join(folder, name))
  const assets = join(folder, 'dist/client/assets')
  const names = new Map<string, string>()
  for (const name of readdirSync(assets)) {
    // Compressed files contain the old names.
    if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name))
    else names.set(name, name.replace(/(\.\w+)$/, '2$1'))
  }
  const anyName = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const [name, renamed] of names) renameSync(join(assets, name), join(assets, renamed))
  for (const part of ['dist/client', 'dist/pages'])
    for (const file of readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }))
      if (['.html', '.js', '.css', '.json'].includes(extname(file))) rewrite(join(folder, part, file))
  for (const file of readdirSync(join(folder, 'dist/client')))
    if (/\.(br|gz)$/.test(file)) rmSync(join(folder, 'dist/client', file))
  return folder

  function rewrite(file: string) {
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(anyName, (name) => names.get(name) ?? name),
    )
  }
}

/** Starts both releases on this product's database and files, behind one address. */
export async function startOtherRelease(product: Product) {
  const folder = makeOtherRelease()
  const database = await joinEmbedded({ dataDir: product.dataDir })
  const other = await startProduct(
    { DATABASE_URL: database.url, DATA_DIR: product.dataDir, PUBLIC_URL: product.url, NODE_ENV: 'production' },
    { args: [join(folder, 'dist/server/main.js')] },
  )
  const ports = [Number(new URL(product.url).port), other.port]
  const turns = { page: 0, other: 0 }
  let sendTo = (kind: keyof typeof turns) => ports[turns[kind]++ % 2]
  const proxy = createServer((asked, reply) => {
    const { method, url, headers } = asked
    const kind = headers['sec-fetch-dest'] === 'document' ? 'page' : 'other'
    const upstream = forward(
      { port: sendTo(kind), host: 'localhost', method, path: url, headers },
      (answer: IncomingMessage) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      },
    )
    upstream.on('error', () => reply.destroy())
    reply.on('close', () => upstream.destroy())
    asked.pipe(upstream)
  })
  await new Promise<void>((resolve) => proxy.listen(0, resolve))
  const address = proxy.address()
  return {
    url: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    databaseUrl: database.url,
    /** As after the older release's last process stopped. */
    sendAllToOther() {
      sendTo = () => other.port
    },
    async stop() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
      await other.stop()
      await database.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
