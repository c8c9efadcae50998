import type { BrowserContext, Page, TestInfo } from '@playwright/test'

const faultsOf = new WeakMap<Page, string[]>()

/** Records refused and failed requests of the page, for the report of a failed test. */
export function noteFaults(page: Page): Page {
  const faults: string[] = []
  faultsOf.set(page, faults)
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    faults.push(`${request.failure()?.errorText} ${request.method()} ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return page
}

/** Prints every page as a screen reader reads it, with its faults. */
export async function printIfFailed(context: BrowserContext, test: TestInfo) {
  if (test.status === test.expectedStatus) return
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    const report = [test.title, page.url(), ...(faultsOf.get(page) ?? []), shown]
    process.stdout.write(`${report.join('\n')}\n`)
  }
}
