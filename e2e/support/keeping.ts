// Test data for the door: approved people, volunteers' links, and a camera that sees a code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { encodeQR } from 'qr'
import { attendee, type Event, registerAll } from './attending.ts'
import { administrator, read, send } from './challenge.ts'
import type { Product } from './product.ts'

export type Guest = { id: string; name: string; code: string; payload: string }

export async function anApproved(product: Product, event: Event, name: string): Promise<Guest> {
  await registerAll(product, event, name)
  const { id } = await attendee(product, event, name)
  const path = `/api/events/${event.id}/registrations/${id}`
  await send(product, 'PATCH', path, await administrator(product), { status: 'approved' })
  const { code, qrCodePayload } = await attendee(product, event, name)
  return { id, name, code, payload: qrCodePayload ?? '' }
}

/** Path and query of a link; the origin comes from the test. */
export async function aLink(product: Product, event: Event, label = 'Gate B') {
  const reply = await product.post(`/api/events/${event.id}/door-passes`, { label }, await administrator(product))
  const { id, url } = (await reply.json()) as { id: string; url: string }
  const { pathname, search } = new URL(url)
  return { id, address: pathname + search }
}

export async function countsOf(product: Product, event: Event) {
  const door = await read<{ counts: { approved: number; checkedIn: number; gates: object[] } }>(
    product,
    `/api/events/${event.id}/door`,
    await administrator(product),
  )
  return door.counts
}

/** Opens a volunteers' link and names the gate. */
export async function openDoor(page: Page, address: string, gate = 'Gate B') {
  await page.goto(address)
  await answerGate(page, gate)
}

export async function answerGate(page: Page, gate = 'Gate B') {
  await page.getByLabel('Name of the gate').fill(gate)
  await page.getByRole('button', { name: 'Use this name' }).click()
  await expect(page.getByRole('button', { name: 'Scan', exact: true })).toBeVisible()
}

/** Types like a hand scanner: faster than any person, with Enter at the end. */
export async function handScan(page: Page, text: string) {
  await page.evaluate((typed) => {
    const begin = performance.now()
    for (const [n, key] of [...typed, 'Enter'].entries()) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      // Synthetic events have their creation time; a scanner keeps its pace on a busy computer.
      Object.defineProperty(event, 'timeStamp', { value: begin + n })
      document.activeElement?.dispatchEvent(event)
    }
  }, text)
}

/** Records every result from now on: a good one disappears after two seconds, before a busy machine may check. */
export async function recordResults(page: Page) {
  await page.evaluate(() => {
    const shown: string[] = []
    const known = new WeakSet<Element>()
    const look = () => {
      for (const panel of document.querySelectorAll('[role=alertdialog]')) {
        if (known.has(panel)) continue
        known.add(panel)
        shown.push(panel.textContent ?? '')
      }
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    look()
    Object.assign(window, { shownResults: shown })
  })
}

/** The results since `recordResults`, the oldest first. */
export const shownResults = (page: Page) =>
  page.evaluate(() => (window as unknown as { shownResults: string[] }).shownResults)

const width = 640
const height = 480

/** A video of one second that shows the code. */
function videoOf(payload: string): Buffer {
  const rows = encodeQR(payload, 'raw', { ecc: 'medium' })
  const size = rows.length
  const module = Math.floor((height * 0.8) / size)
  const [left, top] = [width, height].map((length) => Math.floor((length - size * module) / 2)) as [number, number]
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < size * module; y++) {
    for (let x = 0; x < size * module; x++) {
      if (rows[Math.floor(y / module)]?.[Math.floor(x / module)]) light[(top + y) * width + left + x] = 16
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420mpeg2\n`),
    ...Array(10).fill(frame),
  ])
}

/** A browser whose camera permanently shows this code. */
export async function withCamera(
  { executablePath, args = [] }: { executablePath?: string; args?: string[] },
  payload: string,
  work: (browser: Browser) => Promise<void>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'week-camera-'))
  const video = join(folder, 'code.y4m')
  writeFileSync(video, videoOf(payload))
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  const browser = await chromium.launch({
    executablePath,
    args: [...args, ...camera, `--use-file-for-fake-video-capture=${video}`],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
