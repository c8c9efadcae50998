import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shots } from '../screenshots/shots.ts'

const folder = 'docs/pictures'

test('there is a small picture of every shot for either theme, and the README shows only those', () => {
  const wanted = shots.flatMap(({ name }) => [`${name}-dark.webp`, `${name}-light.webp`])

  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted())
  const large = wanted.filter((name) => statSync(`${folder}/${name}`).size > 60 * 1024)
  expect(large).toEqual([])
  const shown = [...readFileSync('README.md', 'utf8').matchAll(/docs\/pictures\/([\w-]+\.webp)/g)].map(
    ([, name]) => name,
  )
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((name) => !wanted.includes(name ?? ''))).toEqual([])
})
