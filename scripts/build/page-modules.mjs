import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

const table = new URL('../../src/client/app/pages.ts', import.meta.url)
const shell = 'app/shell/shell.tsx'
const frames = { visitor: 'features/auth/auth-frame.tsx', company: shell, administrator: shell }

/**
 * The script-rendered pages, by role and address (`company /settings`), with their entry modules. Read from the imports
 * in the client's table of pages.
 */
export function readPageModules() {
  const pages = {}
  const visit = (node, keys) => {
    if (node?.type === 'Property') return visit(node.value, [...keys, node.key.value ?? node.key.name])
    if (node?.type === 'ImportExpression') {
      const [role, address] = keys
      if (role in frames) pages[`${role} ${address}`] = [frames[role], pathOf(node.source.value)]
    } else if (node && typeof node === 'object') for (const child of Object.values(node)) visit(child, keys)
  }
  visit(parseAst(readFileSync(table, 'utf8'), { lang: 'ts' }), [])
  return pages
}

const pathOf = (imported) => (imported.startsWith('#client/') ? imported.slice(8) : join('app', imported))
