// Builds the client, the server with its commands, and the rendered pages into dist/. `npm start` calls it after
// changes.
import { readdirSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { writeAppFiles } from './build/app-files.mjs'
import { compressFiles } from './build/compress-files.mjs'
import { writePageScripts } from './build/page-scripts.mjs'
import { writePageTemplates } from './build/page-templates.mjs'
import { writeStamp } from './build/stamp.mjs'
import { withoutNodeModules } from './build/without-node-modules.mjs'

/** Bundles each of `npm run verify`, `backup` and so on, so that an installation needs no TypeScript runner. */
const commands = Object.fromEntries(
  readdirSync('src/server/commands')
    .filter((file) => file !== 'run-command.ts' && !file.endsWith('.test.ts'))
    .map((file) => [`commands/${file.replace(/\.ts$/, '')}`, `src/server/commands/${file}`]),
)

const quiet = { logLevel: 'warn' }
/** Libraries mark client components with a directive; every component here is one. */
const warnOfOthers = (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning)

const client = await build({ configFile: 'vite.config.ts', ...quiet })
// The page of a team link has a separate script and style sheet, for browsers older than the product's.
const team = await build({
  configFile: false,
  root: 'src/client',
  publicDir: false,
  ...quiet,
  plugins: [tailwindcss()],
  // Preact instead of React keeps the page small; the product's components run on both.
  resolve: {
    alias: [
      { find: /^react$/, replacement: 'preact/compat' },
      { find: 'react-dom/client', replacement: 'preact/compat/client' },
      { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
    ],
  },
  worker: { plugins: withoutNodeModules },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: false,
    target: ['chrome87', 'safari14'],
    cssTarget: ['chrome111', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'src/client/team.tsx',
      onwarn: warnOfOthers,
      output: { entryFileNames: 'assets/team-[hash].js', assetFileNames: 'assets/team-[hash][extname]' },
    },
  },
})
await build({
  configFile: false,
  ...quiet,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      // Separate entries for child processes: file preparation (platform/media/worker/worker-pool.ts) and report
      // drawing (features/reports/pdf/renderer.ts).
      input: {
        main: 'src/server/main.ts',
        'media-worker': 'src/server/platform/media/worker/worker.ts',
        'report-worker': 'src/server/features/reports/pdf/worker.ts',
        ...commands,
      },
      output: { entryFileNames: '[name].js' },
    },
  },
})
// The server-rendered pages, bundled into one file, so that a start reads little.
await build({
  configFile: false,
  ...quiet,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/client/render-pages.tsx',
    outDir: 'dist/pages',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      output: { entryFileNames: '[name].js' },
      onwarn: warnOfOthers,
    },
  },
})
const { renderLandingPage } = await import('../dist/pages/render-pages.js')
writePageTemplates({
  chunks: client.output,
  teamFiles: team.output.map(({ fileName }) => fileName),
  clientFolder: 'dist/client',
  pagesFolder: 'dist/pages',
  landingMarkup: renderLandingPage(),
})
writePageScripts({ chunks: client.output, pagesFolder: 'dist/pages' })
writeAppFiles({ chunks: client.output, clientFolder: 'dist/client' })
compressFiles('dist/client')
writeStamp()
