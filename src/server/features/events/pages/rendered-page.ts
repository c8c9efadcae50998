import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { PlainSubmission } from '#contract/registrations/plain-form.ts'
import type { Platform } from '#server/platform/platform.ts'

type Rendering = { renderEventPage: (event: PublicEvent | undefined, submission?: PlainSubmission) => string }
type RenderEventPage = (event: PublicEvent | undefined, submission?: PlainSubmission) => Promise<string | undefined>

const loaded = new Map<string, Promise<Rendering>>()

/** Imports the module once per process: tests start many servers, and their tooling would read the file each time. */
function load(address: string): Promise<Rendering> {
  const known = loaded.get(address) ?? (import(/* @vite-ignore */ address) as Promise<Rendering>)
  loaded.set(address, known)
  return known
}

/** Renders the page with the client's components, built for the server. Without a build the browser renders it. */
export function createRenderEventPage({ config, log }: Platform, clientFolder: string): RenderEventPage {
  const file = join(clientFolder, '../pages/render-pages.js')
  if (!existsSync(file)) return async () => undefined
  // The client's date formatting reads this when its module is loaded.
  Object.assign(globalThis, { pageTimeZone: config.timeZone })
  const loading = load(pathToFileURL(file).href)
  loading.catch((error: unknown) => log.error({ err: error }, 'the page of events cannot be rendered'))
  return async (event, submission) => {
    const rendering = await loading.catch(() => undefined)
    return rendering?.renderEventPage(event, submission)
  }
}
