import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = resolve(import.meta.dirname, 'src/client')
const outDir = resolve(import.meta.dirname, 'dist/client')

/** The first screen is set in these two; without a preload they start only after the stylesheet. */
const firstScreenFonts = /(figtree|bricolage-grotesque)-latin-wght-normal.*\.woff2$/

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => firstScreenFonts.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

/** The landing page is a file of its own, fetched together with the first script and not after it. */
function preloadLandingPage(): Plugin {
  return {
    name: 'preload-landing-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith('landing/landing-page.tsx'))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Compressed once at build time, at the level no server can afford per request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = outDir }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|txt|webmanifest|wasm)$/.test(name)) continue
        const file = join(dir, name)
        const bytes = readFileSync(file)
        if (bytes.length < 1024) continue
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/**
 * What nearly every page needs, in one file: two dozen small ones compress worse and take as many requests, which the page of an
 * event on a phone network feels most.
 */
const neededEverywhere = [
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam)\//,
  /node_modules\/@tanstack\/(query-core|react-query)\//,
  /lucide-react\/dist\/esm\/(createLucideIcon|Icon|defaultAttributes|shared)/,
  /src\/client\/platform\/(api|connection|dates|forms|paths|session|tab-memory|zone-time|help\/help-button)\.tsx?$/,
  /src\/client\/ui\/(brand-mark|button|button-styles|cn|control-styles|email-text|error-state|field|field-context|input|label)\.tsx?$/,
  /src\/client\/ui\/(link-button|notice|overlay-history|readable-colour|skeleton|skip-link|spinner|theme|theme-toggle)\.tsx?$/,
  /src\/client\/ui\/(toast-clock|toast-slot|toast-store|toaster|track-lanes)\.tsx?$/,
]

export default defineConfig({
  root,
  plugins: [react(), tailwindcss(), preloadFonts(), preloadLandingPage(), precompress()],
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim.*$/, replacement: join(root, 'platform/use-sync-external-store.ts') },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    assetsDir: 'assets',
    modulePreload: { polyfill: false },
    // The content security policy allows fonts and pictures from our own origin only, not from data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'base', test: (id) => neededEverywhere.some((pattern) => pattern.test(id)) }],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
})
