// Runs a command with TEST_S3_… pointing at a throwaway Ceph gateway: node scripts/testing/with-ceph.mjs npx vitest run …
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpointOf, ensureCeph, key, startCeph, stopCeph } from '../services/ceph.mjs'

ensureCeph()
const folder = mkdtempSync(join(tmpdir(), 'week-ceph-'))
const [command = '', ...args] = process.argv.slice(2)
let child
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true
    child?.kill(signal)
  })
}

let code = 1
try {
  await startCeph(folder, await freePorts(3))
  console.log(`S3 at ${endpointOf(folder)}, key ${key.id}, secret ${key.secret}`)
  const env = {
    ...process.env,
    TEST_S3_ENDPOINT: endpointOf(folder),
    TEST_S3_ACCESS_KEY_ID: key.id,
    TEST_S3_SECRET_ACCESS_KEY: key.secret,
    TEST_CEPH_FOLDER: folder,
  }
  if (!isInterrupted) {
    child = spawn(command, args, { stdio: 'inherit', env })
    code = await new Promise((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
  }
} finally {
  await stopCeph(folder)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

/** The first of some free neighbours. */
async function freePorts(count) {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)))
    if (free.every(Boolean)) return first
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
