// `npm run notices > THIRD-PARTY-NOTICES.txt`: every package shipped with the product, with its licence and licence
// text.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
  encoding: 'utf8',
  // Optional packages of other systems are always missing; npm reports them as a fault.
  stdio: ['ignore', 'pipe', 'ignore'],
})
  .split('\n')
  .filter((folder) => folder.includes('node_modules'))

const packages = folders.map(describe).sort((a, b) => a.name.localeCompare(b.name))
const unlicensed = packages.filter(({ license }) => !license)
if (unlicensed.length > 0) {
  console.error(`Without a licence: ${unlicensed.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
for (const { name, version, license, texts } of packages) {
  console.log(`${'='.repeat(80)}\n${name} ${version}\nLicence: ${license}\n`)
  for (const text of texts) console.log(`${text.trim()}\n`)
}

function describe(folder) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const named = license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR ')
  return { name, version, license: named ?? texts[0]?.trim().split('\n')[0], texts }
}
