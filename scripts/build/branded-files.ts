import type { Plugin } from 'vite'
import { brandColors, branding, sharedPreview } from '../../src/contract/branding/branding.ts'

const text: Record<string, string> = {
  eventName: branding.eventName,
  ground: brandColors.ground,
  ...sharedPreview,
}

/** Generates the texts of the page's head, the icon and the manifests from the contract's branding. */
export function brandedFiles(): Plugin {
  return {
    name: 'branded-files',
    transformIndexHtml: withBranding,
    generateBundle() {
      for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      for (const [fileName, source] of Object.entries(files)) {
        server.middlewares.use(`/${fileName}`, (_request, response) => {
          response.setHeader('content-type', fileName.endsWith('svg') ? 'image/svg+xml' : 'application/manifest+json')
          response.end(source)
        })
      }
    },
  }
}

export const withBranding = (page: string) =>
  page.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => escapeText(text[name] ?? placeholder))

const escapeText = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>${escapeText(branding.eventName)}</title>
  <rect width="32" height="32" rx="8" fill="${brandColors.ink}" />
  <g fill="none" stroke-linecap="round" stroke-width="3">
    <path d="M6 25V16a10 10 0 0 1 20 0" stroke="${brandColors.flame}" />
    <path d="M11.5 25V16a4.5 4.5 0 0 1 9 0v9" stroke="${brandColors.light}" />
  </g>
  <circle cx="26" cy="23" r="3" fill="${brandColors.sun}" />
</svg>
`

const iconOf = (app: 'door' | 'app', size: number) => ({
  src: `/${app}-icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose: 'any maskable',
})

const doorManifest = {
  name: `Door · ${branding.eventName}`,
  short_name: 'Door',
  description: 'Check attendees in at the door of an event, also without a network.',
  display: 'standalone',
  background_color: brandColors.ground,
  theme_color: brandColors.ink,
  icons: [iconOf('door', 192), iconOf('door', 512)],
}

/** The manifest of the company app; visitors get no app to install. */
const appManifest = {
  name: branding.eventName,
  short_name: 'Sports Week',
  description: sharedPreview.description,
  start_url: '/',
  display: 'standalone',
  background_color: brandColors.ground,
  theme_color: brandColors.ink,
  icons: [iconOf('app', 192), iconOf('app', 512)],
}

const files = {
  'favicon.svg': icon,
  'door.webmanifest': JSON.stringify(doorManifest, null, 2),
  'app.webmanifest': JSON.stringify(appManifest, null, 2),
}
