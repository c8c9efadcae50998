// Refuses two faults of the documentation: a path in back ticks that no longer exists, and a sentence over thirty
// words.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const mostWords = 30
/** Files that a build, an installation or a command generates. */
const generated = [/^(dist|data|demo-data|backup-files|coverage)\b/, /^(app-files|signature|unicode|manifest)\.json$/]

/** Describes each fault in these documents; `tracked` are the paths of all files of the project. */
export function findFaults(documents, tracked) {
  const known = new Set(tracked)
  const folders = new Set(tracked.flatMap(foldersOf))
  const exists = (path) =>
    known.has(path) || folders.has(path) || [...known, ...folders].some((each) => each.endsWith(`/${path}`))
  return documents.flatMap(({ name, text }) => [
    ...pathsIn(text)
      .filter((path) => !exists(path))
      .map((path) => `${name}: \`${path}\` does not exist`),
    ...sentencesIn(text)
      .filter((sentence) => countWords(sentence) > mostWords)
      .map((sentence) => `${name}: ${countWords(sentence)} words: ${sentence.slice(0, 400)}`),
  ])
}

/** Tokens in back ticks that resemble a file of the project, or a folder ending with a slash. */
function pathsIn(text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, token]) => token.replace(/^\.\//, ''))
    .filter((token) => /^[\w.@/{},-]+(\.(tsx?|mjs|cjs|js|sql|css|md|ya?ml|sh|conf|json)|\/)$/.test(token))
    .filter((token) => token !== '/' && !token.startsWith('/') && !generated.some((pattern) => pattern.test(token)))
    .flatMap(expandBraces)
    .map((path) => path.replace(/\/$/, ''))
}

/** `draft/{store,view}.ts` names two files. */
function expandBraces(path) {
  const [, before, list, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return list === undefined ? [path] : list.split(',').map((each) => `${before}${each}${after}`)
}

/** Paragraphs, items and cells end a sentence like a full stop. Code and addresses count as one word. */
function sentencesIn(text) {
  return text
    .replace(/^---\n[\s\S]*?^---$/m, '')
    .replace(/^```[\s\S]*?^```/gm, '\n\n')
    .replace(/<[^>]+>/g, ' ')
    .replace(/`[^`]*`/g, 'Code')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(\||#|[-*] |\d+\. )/gm, '\n\n$1')
    .replaceAll('|', '\n\n')
    .split(/\n\s*\n|(?<=[.!?])["”’)*_]*\s+(?=["“‘(*_]*[A-Z0-9])/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
}

const countWords = (sentence) => sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const foldersOf = (path) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
  const names = tracked.filter((path) => /\.md$/.test(path) && path !== 'CHANGELOG.md')
  const faults = findFaults(
    names.map((name) => ({ name, text: readFileSync(name, 'utf8') })),
    tracked,
  )
  for (const fault of faults) console.error(fault)
  console.log(`docs: ${names.length} documents, ${faults.length} faults`)
  process.exit(faults.length > 0 ? 1 : 0)
}
