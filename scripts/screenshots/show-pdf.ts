import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const address = 'http://pdf.test'
const reader = fileURLToPath(import.meta.resolve('unpdf/pdfjs'))

const sheet = `<!doctype html><html lang="en"><head><title>PDF</title><style>
  body { margin: 0; height: 100vh; display: flex; align-items: center; justify-content: center; gap: 40px; background: #e9e2d8 }
  canvas { height: 720px; background: #fff; box-shadow: 0 2px 6px #0003, 0 16px 40px #0004; border-radius: 2px }
  @media (prefers-color-scheme: dark) { body { background: #1d150d } }
</style></head><body aria-busy="true"><script type="module">
  import { getDocument } from '/reader.mjs'
  const pdf = await getDocument({ url: '/file.pdf' }).promise
  for (let number = 1; number <= Math.min(2, pdf.numPages); number++) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: 1440 / page.getViewport({ scale: 1 }).height })
    const canvas = document.body.appendChild(document.createElement('canvas'))
    canvas.width = viewport.width
    canvas.height = viewport.height
    await page.render({ canvasContext: canvas.getContext('2d'), viewport }).promise
  }
  document.body.removeAttribute('aria-busy')
</script></body></html>`

/** Draws the first two pages of a PDF side by side with a library: headless browsers display no PDF. */
export async function showPdf(page: Page, file: Buffer) {
  await page.route(`${address}/**`, (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/reader.mjs') return route.fulfill({ contentType: 'text/javascript', body: readFileSync(reader) })
    if (path === '/file.pdf') return route.fulfill({ contentType: 'application/pdf', body: file })
    return route.fulfill({ contentType: 'text/html', body: sheet })
  })
  await page.goto(address)
  await page.locator('body:not([aria-busy])').waitFor()
}
