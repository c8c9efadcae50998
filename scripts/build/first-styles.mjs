import { transform } from 'lightningcss'

/**
 * Extracts the critical CSS: the rules that the given scripts and markup can use, small enough to inline. The page
 * paints before any other file arrives; the whole sheet and the fonts load later.
 */
export function stylesFor(scripts, css) {
  const words = new Set(scripts.flatMap((code) => code.split(/[\s"'`]+/)))
  // public/theme.js sets this class on the document.
  words.add('dark')
  const isUsed = (selector) => classesOf(selector).every((name) => words.has(name) || hasQuote(name, scripts))
  const { code } = transform({
    filename: 'first.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          return rule.value.selectors.some(isUsed) ? undefined : []
        },
        'font-face'(rule) {
          return isLocal(rule.value) ? undefined : []
        },
      },
    },
  })
  return code.toString()
}

const classesOf = (selector) => selector.filter(({ type }) => type === 'class').map(({ name }) => name)

/** Classes with quotes are not single words of a script. */
const hasQuote = (name, scripts) => /["'`]/.test(name) && scripts.some((code) => code.includes(name))

const isLocal = ({ properties }) =>
  !properties.some(({ type, value }) => type === 'source' && value.some((source) => source.type === 'url'))
