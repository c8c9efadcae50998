// `npm run dev`: Vite serves the client at the product's address and forwards /api to the API, which restarts on change.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { createServer } from 'vite'
import { describeLine } from './dev/describe-line.mjs'
import { requireNode } from './require-node.mjs'
import { freePort } from './rig/ports.mjs'

requireNode()
const port = Number(process.env.PORT || 3000)
const host = process.env.HOST || '127.0.0.1'
const apiPort = await freePort()
// Writes must come from the API's public origin: set it to the address in the browser.
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`

const vite = await createServer({
  clearScreen: false,
  server: { port, host, strictPort: true, proxy: { '/api': { target: `http://127.0.0.1:${apiPort}` } } },
})
await vite.listen().catch((error) => {
  console.error(`${error.message}. Choose another: PORT=3001 npm run dev`)
  process.exit(1)
})

const api = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/main.ts'],
  {
    env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: publicUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Detached from the terminal: a second signal would kill the server before its database is stopped.
    detached: true,
  },
)
createInterface({ input: api.stdout }).on('line', (line) => {
  const described = describeLine(line)
  if (described !== undefined) console.log(described)
})

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => api.kill('SIGTERM'))
process.on('exit', () => api.kill('SIGTERM'))
api.on('exit', async (code) => {
  await vite.close()
  process.exit(code ?? 1)
})
