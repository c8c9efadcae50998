import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { administrator } from '../../scripts/rig/accounts.ts'
import { startProduct } from '../../scripts/rig/product.ts'

const test = base.extend<{ development: { folder: string; url: string; said: string } }>({
  development: async ({ baseURL: _ }, use) => {
    const folder = copySources()
    const settings = { DATA_DIR: join(folder, 'data'), PUBLIC_URL: '', LOG_LEVEL: 'info' }
    const { port, said, stop } = await startProduct(settings, { args: ['scripts/dev.mjs'], cwd: folder })
    await use({ folder, url: `http://localhost:${port}`, said })
    await stop()
    rmSync(folder, { recursive: true })
  },
})

/** What is changed here must not be found changed by somebody who works on it. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'week-dev-'))
  for (const name of ['package.json', 'tsconfig.json', 'vite.config.ts', 'scripts', 'src'])
    cpSync(name, join(folder, name), { recursive: true })
  // A folder of its own, for what Vite keeps in it.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync('node_modules'))
    if (name !== '.vite') symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

test('in development somebody signs in at the address that was printed, and sees a changed component without a reload', {
  tag: '@slow',
}, async ({ page, development: { folder, url, said } }) => {
  expect(said).toContain(`is running at ${url}\n`)
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(administrator.email)
  await page.getByLabel('Password', { exact: true }).fill(administrator.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))

  const file = join(folder, 'src/client/app/screens/admin-home.tsx')
  writeFileSync(file, readFileSync(file, 'utf8').replace('title="Dashboard"', 'title="The changed dashboard"'))

  await expect(page.getByRole('heading', { name: 'The changed dashboard' })).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toBeAttached()
})
