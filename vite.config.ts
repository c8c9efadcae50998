import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brandedFiles } from './scripts/build/branded-files.ts'
import { chunkGroups } from './scripts/build/chunks.ts'
import { iconImports } from './scripts/build/icon-imports.ts'
import { withoutNodeModules } from './scripts/build/without-node-modules.mjs'

const root = resolve(import.meta.dirname, 'src/client')
const outDir = resolve(import.meta.dirname, 'dist/client')

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
            signIn: ['login-page', 'signup-page', 'auth-frame'].map((name) => join(root, `features/auth/${name}.tsx`)),
            volunteers: join(root, 'features/door/volunteer-door.tsx'),
            door: ['door-mode', 'door-admin'].map((name) => join(root, `features/door/${name}.tsx`)),
            screens: [
              'app/shell/shell.tsx',
              'app/screens/admin-home.tsx',
              'app/screens/attendees-home.tsx',
              'app/screens/company-home.tsx',
              'app/screens/not-found-page.tsx',
              'features/administrators/administrators-page.tsx',
              'features/api-docs/api-docs-page.tsx',
              'features/companies/management/companies-page.tsx',
              'features/companies/profile/settings-page.tsx',
              'features/events/events-management-page.tsx',
              'features/events/events-page.tsx',
              'features/leaderboard/leaderboard-page.tsx',
              'features/leaderboard/screen/big-screen-page.tsx',
              'features/proofs/review/review-screen.tsx',
              'features/tasks/tasks-page.tsx',
            ].map((path) => join(root, path)),
          }),
        },
      },
    },
  },
  worker: { plugins: withoutNodeModules },
})
