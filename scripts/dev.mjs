// `npm run dev`: the API restarts on change, Vite serves the client on its own port and forwards /api.
import { spawn } from 'node:child_process'

// Without npx and its shell in between, which would keep a signal for themselves and leave the server running.
const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit' })
const parts = [
  run('node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/main.ts'),
  run('node_modules/vite/bin/vite.js'),
]
const stop = () => {
  for (const part of parts) part.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const part of parts) part.on('exit', stop)
