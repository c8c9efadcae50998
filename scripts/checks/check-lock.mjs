// Checks package-lock.json for five faults: a platform's package is missing; a package excludes a Node of package.json;
// a version has a known vulnerability; production installs a bundler; the S3 packages differ in version. `npm audit`
// would need a registry that answers it.
import { readFileSync } from 'node:fs'
import { subset } from 'semver'

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

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
const promised = packages[''].engines.node
const faults = []
let looked = 0
for (const [path, { version, dev, devOptional, resolved, link, ...rest }] of Object.entries(packages)) {
  const name = path.split('node_modules/').at(-1)
  if (!name) continue
  looked++
  if (floors[name] && isBelow(version, floors[name])) faults.push(`${name} ${version} is below ${floors[name]}`)
  if (unwanted.includes(name)) faults.push(`${name} must not be used`)
  if (buildOnly.includes(name) && !dev && !devOptional) faults.push(`${name} belongs to devDependencies`)
  if (resolved && !link)
    faults.push(`${name} names a registry, and others use another: npm install with the .npmrc of this project`)
  // npm silently skips incompatible optional packages.
  const { node } = rest.optional ? {} : (rest.engines ?? {})
  if (node && !subset(promised, node))
    faults.push(`${name} ${version} needs Node ${node}, and package.json promises ${promised}`)
  faults.push(...missingFor(path, name, Object.keys(rest.optionalDependencies ?? {})))
}
const s3Versions = new Set(sameVersion.map((name) => packages[`node_modules/${name}`]?.version))
if (s3Versions.size > 1) faults.push(`${sameVersion.join(' and ')} have different versions`)
for (const fault of faults) console.error(fault)
console.log(`lock: ${looked} packages, ${faults.length} faults`)
process.exit(faults.length > 0 || looked === 0 ? 1 : 0)

/** npm omits packages that its registry lacks; `npm ci` then refuses the lock, and other systems cannot build. */
function missingFor(path, name, optional) {
  const missing = optional
    .filter((one) => !find(path, one))
    .map((one) => `${one} is missing, which ${name} may ask for`)
  const builds = optional.map((one) => find(path, one)).filter((one) => one?.os || one?.cpu)
  // A single platform package is intended.
  if (builds.length < 2) return missing
  return missing.concat(
    platforms
      .filter((platform) => !builds.some(fits(platform)))
      .map((platform) => `${name} has no build for ${platform}`),
  )
}

/** Resolves like Node, from the package's folder outwards. */
function find(path, name) {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const found = packages[`${from}/node_modules/${name}`.replace(/^\//, '')]
    if (found || from === '') return found
  }
}

function fits(platform) {
  const [system, processor] = platform.split('-')
  return ({ os = [system], cpu = [processor], libc = ['glibc'] }) =>
    os.includes(system) && cpu.includes(processor) && libc.includes('glibc')
}

function isBelow(version, floor) {
  const [a, b] = [version, floor].map((text) => text.split(/[.-]/).map(Number))
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] < b[i]
  return false
}
