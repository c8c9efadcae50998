// Checks import boundaries. Fails when it read no file: unsupported TypeScript would otherwise pass.
import { existsSync, readdirSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { findTwoWayFolders } from './two-way-folders.mjs'

const options = await extractConfig('./.dependency-cruiser.cjs')
const roots = ['src', 'packages', 'scripts'].filter((root) => existsSync(root))
const result = await cruise(roots, options, null, { tsConfig: extractTsConfig('tsconfig.json') })
const { modules, summary } = result.output

const isSource = (path) => /\.tsx?$/.test(path)
const seen = modules.filter(({ source }) => isSource(source) && roots.includes(source.split('/')[0])).length
const there = roots.flatMap((root) => readdirSync(root, { recursive: true }).filter(isSource)).length
const unresolved = modules.flatMap((module) =>
  module.dependencies
    .filter(({ couldNotResolve, module: name }) => couldNotResolve && name.startsWith('#'))
    .map(({ module: name }) => `${module.source}: ${name}`),
)

for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} → ${to}`)
const twoWays = findTwoWayFolders(modules)
for (const line of twoWays) console.error(`folders-import-one-way: ${line}`)
for (const line of unresolved) console.error(`unresolved: ${line}`)
if (seen < there) console.error(`Only ${seen} of ${there} files were looked at.`)
const violations = summary.violations.length + twoWays.length
const failed = violations > 0 || unresolved.length > 0 || seen < there || seen === 0
console.log(`boundaries: ${seen} files, ${summary.totalDependenciesCruised} imports, ${violations} violations`)
process.exit(failed ? 1 : 0)
