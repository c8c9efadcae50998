// Builds the client and the server into dist/. `npm start` calls it when something changed.
import { build } from 'vite'
import { writeStamp } from './stamp.mjs'

const quiet = { logLevel: 'warn' }

await build({ configFile: 'vite.config.ts', ...quiet })
await build({
  configFile: false,
  ...quiet,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      // Files are prepared in a process of their own: see platform/media/worker-pool.ts.
      input: { main: 'src/server/main.ts', 'media-worker': 'src/server/platform/media/worker.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
})
// The page of an event as the server renders it: everything in one file, so that a start reads little.
await build({
  configFile: false,
  ...quiet,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/client/render-event-page.tsx',
    outDir: 'dist/pages',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      output: { entryFileNames: '[name].js' },
      // Components for the client are what is wanted here.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
})
writeStamp()
