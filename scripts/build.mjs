// Builds the client, the server with its commands, and the rendered pages into dist/. `npm start` calls it when something changed.
import { readdirSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { writeAppFiles } from './build/app-files.mjs'
import { compressFiles } from './build/compress-files.mjs'
import { writePageScripts } from './build/page-scripts.mjs'
import { writePageTemplates } from './build/page-templates.mjs'
import { writeStamp } from './build/stamp.mjs'
import { withoutNodeModules } from './build/without-node-modules.mjs'

/** Each of `npm run verify`, `backup` and so on, so that an installation needs nothing that runs TypeScript. */
const commands = Object.fromEntries(
  readdirSync('src/server/commands')
    .filter((file) => file !== 'run-command.ts' && !file.endsWith('.test.ts'))
    .map((file) => [`commands/${file.replace(/\.ts$/, '')}`, `src/server/commands/${file}`]),
)

const quiet = { logLevel: 'warn' }
/** Libraries mark components for the client, which all of these are. */
const warnOfOthers = (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning)

const client = await build({ configFile: 'vite.config.ts', ...quiet })
// The page of a team link: a script and a style sheet of its own, for browsers older than those of the product.
const team = await build({
  configFile: false,
  root: 'src/client',
  publicDir: false,
  ...quiet,
  plugins: [tailwindcss()],
  // The page is to be small, and the product's components also run on Preact.
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
      // Files are prepared in a process of their own: see platform/media/worker/worker-pool.ts.
      // So are reports drawn: see features/reports/pdf/renderer.ts.
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
// The pages that come with their content: everything in one file, so that a start reads little.
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
