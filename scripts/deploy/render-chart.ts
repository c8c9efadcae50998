import { dump } from 'js-yaml'

type Values = Record<string, unknown>

/**
 * Renders a template of our chart; stands in for Helm, which our registries lack. It supports what the templates use
 * and refuses the rest: `.a.b`, `if`, `end`, `quote`, and `toYaml` with `nindent`.
 */
export function renderTemplate(template: string, context: Values): string {
  const open: boolean[] = []
  return template
    .split(/(\n?[ \t]*\{\{-.*?\}\}|\{\{.*?\}\})/)
    .map((part, index) => {
      const isAction = index % 2 === 1
      const action = isAction ? part.replace(/^\s*\{\{-?|\}\}$/g, '').trim() : ''
      if (action.startsWith('if ')) open.push(Boolean(readValue(action.slice(3), context)))
      else if (action === 'end') {
        if (open.pop() === undefined) throw new Error('An `end` without its `if`')
      } else if (open.includes(false)) return ''
      else return isAction ? evaluate(action, context) : part
      return ''
    })
    .join('')
}

function evaluate(action: string, context: Values): string {
  const [first = '', ...functions] = action.split('|').map((word) => word.trim())
  const isYaml = first.startsWith('toYaml ')
  const value = readValue(isYaml ? first.slice(7) : first, context)
  const start = isYaml ? dump(value).trimEnd() : String(value)
  return functions.reduce((text, name) => {
    if (name === 'quote') return JSON.stringify(text)
    const [, spaces] = name.match(/^nindent (\d+)$/) ?? []
    if (!spaces) throw new Error(`${name} is not understood here`)
    return `\n${text.replaceAll(/^/gm, ' '.repeat(Number(spaces)))}`
  }, start)
}

/** A missing value is a typing mistake: Helm would write `<no value>`. */
function readValue(path: string, context: Values): unknown {
  if (!/^(\.[A-Za-z]\w*)+$/.test(path)) throw new Error(`${path} is not understood here`)
  const value = path
    .slice(1)
    .split('.')
    .reduce<unknown>((parent, name) => (parent as Values | undefined)?.[name], context)
  if (value === undefined) throw new Error(`${path} has no value`)
  return value
}
