import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brandedFiles } from './scripts/build/branded-files.ts'
import { chunkGroups } from './scripts/build/chunks.ts'
import { iconImports } from './scripts/build/icon-imports.ts'
import { readPageModules } from './scripts/build/page-modules.mjs'
import { withoutNodeModules } from './scripts/build/without-node-modules.mjs'

const root = resolve(import.meta.dirname, 'src/client')
const outDir = resolve(import.meta.dirname, 'dist/client')

/** Those that the pages of a role begin with. */
const modulesOf = (role: string) => {
  const pages = Object.entries(readPageModules()).filter(([page]) => page.startsWith(`${role} `))
  return [...new Set(pages.flatMap(([, modules]) => modules))].map((path) => join(root, path))
}

export default defineConfig({
  root,
  plugins: [brandedFiles(), iconImports(), react(), tailwindcss()],
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
          groups: chunkGroups({
            main: join(root, 'main.tsx'),
            landing: join(root, 'app/landing.tsx'),
            event: join(root, 'app/public-event.tsx'),
            app: join(root, 'app/app.tsx'),
            signIn: modulesOf('visitor'),
            volunteers: join(root, 'features/door/volunteer-door.tsx'),
            door: ['door-mode', 'door-admin'].map((name) => join(root, `features/door/${name}.tsx`)),
            screens: [
              ...modulesOf('company'),
              ...modulesOf('administrator'),
              join(root, 'app/screens/not-found-page.tsx'),
              join(root, 'features/proofs/review/review-screen.tsx'),
            ],
          }),
        },
      },
    },
  },
  worker: { plugins: withoutNodeModules },
})
