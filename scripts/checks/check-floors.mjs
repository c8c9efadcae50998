// What package-lock.json must say: the lowest versions without a known hole (`npm audit` needs a registry that answers it, this
// does not), no bundler among what production installs, and one version of the S3 packages.
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
const buildOnly = ['vite', '@vitejs/plugin-react', 'tailwindcss', '@tailwindcss/vite', 'rolldown', 'lightningcss']
const sameVersion = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner']

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const faults = []
let looked = 0
for (const [path, { version, dev, devOptional }] of Object.entries(packages)) {
  const name = path.split('node_modules/').at(-1)
  if (!name) continue
  looked++
  if (floors[name] && isBelow(version, floors[name])) faults.push(`${name} ${version} is below ${floors[name]}`)
  if (unwanted.includes(name)) faults.push(`${name} must not be used`)
  if (buildOnly.includes(name) && !dev && !devOptional) faults.push(`${name} belongs to devDependencies`)
}
const s3Versions = new Set(sameVersion.map((name) => packages[`node_modules/${name}`]?.version))
if (s3Versions.size > 1) faults.push(`${sameVersion.join(' and ')} have different versions`)
for (const fault of faults) console.error(fault)
console.log(`floors: ${looked} packages, ${faults.length} faults`)
process.exit(faults.length > 0 || looked === 0 ? 1 : 0)

function isBelow(version, floor) {
  const [a, b] = [version, floor].map((text) => text.split(/[.-]/).map(Number))
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] < b[i]
  return false
}
