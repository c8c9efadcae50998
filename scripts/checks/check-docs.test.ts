import { expect, test } from 'vitest'
import { findFaults } from './check-docs.mjs'

const tracked = ['src/server/platform/backup/drill.ts', 'docs/backup.md']
const faultsIn = (text: string) => findFaults([{ name: 'README.md', text }], tracked)

test('a path in back ticks has to exist, whole, shortened or as a folder', () => {
  expect(
    faultsIn('See `backup/drill.ts`, `drill.ts`, `src/server/`, `platform/{backup}/drill.ts` and `npm run drill`.'),
  ).toEqual([])
  expect(faultsIn('See `backup/nightly.ts`, and `src/client/`.')).toEqual([
    'README.md: `backup/nightly.ts` does not exist',
    'README.md: `src/client` does not exist',
  ])
})

test('a sentence has at most thirty words; items, cells and code blocks are not joined', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'Word').join(' ')

  expect(
    faultsIn(`${words(30)}. ${words(30)}.\n- ${words(29)}\n- ${words(29)}\n\n| ${words(20)} | ${words(20)} |`),
  ).toEqual([])
  expect(faultsIn(`\`\`\`sh\n${words(50)}\n\`\`\``)).toEqual([])
  expect(faultsIn(`${words(20)} \`code\` ${words(10)}.`)).toHaveLength(1)
})
