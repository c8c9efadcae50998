import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stylesFor } from './first-styles.mjs'

// The app adds these links after a sign-in; the door has its own.
const appLinks = '<link rel="manifest" href="/app.webmanifest"><link rel="apple-touch-icon" href="/app-icon-192.png">'
const emptyRoot = '<div id="root"></div>'

/**
 * The templates that the server fills in: index.html for the app; landing.html complete; event.html without its event;
 * team.html with another script. Landing and event inline their styles and load everything else after the content.
 */
export function writePageTemplates({ chunks, teamFiles, clientFolder, pagesFolder, landingMarkup }) {
  const indexFile = join(clientFolder, 'index.html')
  const theme = readFileSync(join(clientFolder, 'theme.js'), 'utf8')
  // The content security policy contains its hash: see server/platform/http/replies/pages.ts.
  const page = readFileSync(indexFile, 'utf8').replace(
    '<script src="/theme.js"></script>',
    () => `<script>${theme}</script>`,
  )
  const fileOf = (name) => chunks.find((chunk) => chunk.type === 'chunk' && chunk.name === name).fileName
  const preload = (name) => `<link rel="modulepreload" crossorigin href="/${fileOf(name)}">`
  writeFileSync(
    indexFile,
    page.replace('</head>', () => `${preload('app')}</head>`),
  )

  const sheet = chunks.find(({ fileName }) => /assets\/index-[^/]*\.css$/.test(fileName)).source.toString()
  const scriptOf = (name) => readFileSync(join(clientFolder, fileOf(name)), 'utf8')
  const templateOf = (name, markup) => {
    const styles = stylesFor([scriptOf('index'), scriptOf(name), markup], sheet)
    const root = `<div id="root" data-rendered="${name}">${markup}</div>`
    return contentFirst(page, { styles, preload: preload(name) }).replace(emptyRoot, () => root)
  }
  mkdirSync(pagesFolder, { recursive: true })
  writeFileSync(join(pagesFolder, 'landing.html'), templateOf('landing', landingMarkup))
  writeFileSync(join(pagesFolder, 'event.html'), templateOf('event', ''))
  writeFileSync(join(pagesFolder, 'team.html'), teamPage(page, teamFiles))
}

/** Keeps only the product's head: colleagues open this page once, on a phone. */
function teamPage(page, files) {
  const fileOf = (ending) => files.find((name) => name.endsWith(ending))
  const own = [
    '<meta name="robots" content="noindex">',
    `<link rel="stylesheet" href="/${fileOf('.css')}">`,
    `<script type="module" src="/${fileOf('.js')}"></script>`,
  ]
  return page
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/<title>[^<]*<\/title>/, '<title>Add your photos</title>')
    .replace('</head>', () => `${own.join('')}</head>`)
}

/** Puts scripts and the whole style sheet last: reading the page needs neither. */
function contentFirst(page, { styles, preload }) {
  const last = [preload]
  const withoutFiles = page
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, (link) => {
      last.push(link.trim())
      return ''
    })
    .replace(/\s*<script type="module"[^>]*><\/script>/g, (script) => {
      last.push(script.trim())
      return ''
    })
    // `media="print"` until the script switches it: the browser loads it last without blocking.
    .replace(/\s*<link rel="stylesheet"[^>]*>/, (link) => {
      last.push(link.trim().replace('<link', '<link id="all-styles" media="print"'))
      return ''
    })
  return withoutFiles
    .replace('</head>', () => `${appLinks}<style>${styles}</style></head>`)
    .replace('</body>', () => `${last.join('')}</body>`)
}
