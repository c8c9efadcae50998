import { gzipSync } from 'node:zlib'

const network = { offline: false, latency: 300, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** Times when each mark was visible and when the script answered, on a cold cache; a cookie signs the visitor in. */
export async function timePage(browser, url, marks, cookie) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  if (cookie) {
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name, value, url }])
  }
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', network)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const scripts = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.addInitScript(watch, { ...marks, script: '#root:not([data-rendered])' })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForFunction(() => window.seen.script !== undefined && window.seen.open === 0)
  const { open: _, ...times } = await page.evaluate(() => window.seen)
  const shift = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )
  const gzip = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return { ...times, CLS: shift, scripts: gzip }
}

/** Runs in the page before its scripts: notes the frame in which each element becomes visible. */
function watch(marks) {
  window.seen = { open: Object.keys(marks).length }
  const look = () => {
    for (const [name, selector] of Object.entries(marks)) {
      if (window.seen[name] !== undefined || !document.querySelector(selector)?.getClientRects().length) continue
      window.seen[name] = -1
      // The element is painted at the end of this frame.
      requestAnimationFrame((now) => {
        window.seen[name] = Math.round(now)
        window.seen.open--
      })
    }
    if (window.seen.open > 0) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
