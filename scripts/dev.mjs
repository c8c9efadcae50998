// `npm run dev`: the API restarts on change, Vite serves the client on its own port and forwards /api.
import { spawn } from 'node:child_process'

const parts = [
  spawn('npx', ['tsx', 'watch', '--clear-screen=false', 'src/server/main.ts'], { stdio: 'inherit' }),
  spawn('npx', ['vite'], { stdio: 'inherit' }),
]
const stop = () => {
  for (const part of parts) part.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const part of parts) part.on('exit', stop)
