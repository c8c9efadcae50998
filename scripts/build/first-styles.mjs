import { transform } from 'lightningcss'

/**
 * The part of the style sheet that the given scripts and markup can use, small enough to be written into a page: it is painted without waiting for
 * another file. The whole sheet comes later, with the fonts.
 */
export function stylesFor(scripts, css) {
  const words = new Set(scripts.flatMap((code) => code.split(/[\s"'`]+/)))
  // Set on the document by public/theme.js.
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

/** The only classes that are not one word of a script. */
const hasQuote = (name, scripts) => /["'`]/.test(name) && scripts.some((code) => code.includes(name))

const isLocal = ({ properties }) =>
  !properties.some(({ type, value }) => type === 'source' && value.some((source) => source.type === 'url'))
