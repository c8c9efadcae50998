import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stylesFor } from './first-styles.mjs'

const emptyRoot = '<div id="root"></div>'

/**
 * The pages that the server fills in: index.html for the whole product, landing.html complete, event.html waiting for its event,
 * which both carry their styles and fetch everything else after they can be read; team.html with a script of its own.
 */
export function writePageTemplates({ chunks, teamFiles, clientFolder, pagesFolder, landingMarkup }) {
  const indexFile = join(clientFolder, 'index.html')
  const theme = readFileSync(join(clientFolder, 'theme.js'), 'utf8')
  // Its hash is in the content security policy: see server/platform/http/replies/pages.ts.
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

/** Nothing of the product but its head: colleagues open this page once, on a phone. */
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

/** Scripts and the whole style sheet come last: neither is needed to read the page. */
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
    // For print only until the script switches it on: so the browser fetches it last and waits for it nowhere.
    .replace(/\s*<link rel="stylesheet"[^>]*>/, (link) => {
      last.push(link.trim().replace('<link', '<link id="all-styles" media="print"'))
      return ''
    })
  return withoutFiles
    .replace('</head>', () => `<style>${styles}</style></head>`)
    .replace('</body>', () => `${last.join('')}</body>`)
}
