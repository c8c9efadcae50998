// The lowest versions without a known hole; `npm audit` needs a registry that answers it, this does not.
import { readFileSync } from 'node:fs'

const floors = {
  fastify: '5.12.6',
  '@fastify/static': '10.1.4',
  '@fastify/proxy-addr': '5.1.1',
  nodemailer: '10.4.0',
  'drizzle-orm': '0.45.2',
  zod: '3.22.3',
  sharp: '0.35.0',
  '@fastify/multipart': '10.1.1',
  '@fastify/busboy': '3.2.1',
}
const unwanted = ['@uppy/companion', '@fastify/secure-session', 'multer']

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const faults = []
let looked = 0
for (const [path, { version }] of Object.entries(packages)) {
  const name = path.split('node_modules/').at(-1)
  if (!name) continue
  looked++
  if (floors[name] && isBelow(version, floors[name])) faults.push(`${name} ${version} is below ${floors[name]}`)
  if (unwanted.includes(name)) faults.push(`${name} must not be used`)
}
for (const fault of faults) console.error(fault)
console.log(`floors: ${looked} packages, ${faults.length} faults`)
process.exit(faults.length > 0 || looked === 0 ? 1 : 0)

function isBelow(version, floor) {
  const [a, b] = [version, floor].map((text) => text.split(/[.-]/).map(Number))
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] < b[i]
  return false
}
