// What the checks of all other tests find: each of these pages has one fault.
import { expect, expectGoodEverywhere, test } from '../support/product.ts'

const pageWith = (fault: { html?: string; css?: string }) => `<!doctype html>
<html lang="en"><head><title>A page with one fault</title><style>
  body { background: #fff; color: #111 }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }
  ${fault.css ?? ''}
</style></head><body><main><h1>Heading</h1><p>Words to read</p>${fault.html ?? ''}</main></body></html>`

const faults = {
  'a text that cannot be read in the dark': {
    css: '@media (prefers-color-scheme: dark) { p { color: #333 } }',
    found: /color-contrast/,
  },
  'a text that cannot be read in the light': {
    css: '@media (prefers-color-scheme: light) { p { color: #ccc } }',
    found: /color-contrast/,
  },
  'a link in a text that only its colour tells apart in the dark': {
    html: '<p>Some words and <a href="/">a link</a> among them, more words after it</p>',
    css: 'a { text-decoration: underline; color: inherit } @media (prefers-color-scheme: dark) { a { text-decoration: none; color: #ddd } }',
    found: /link-in-text-block/,
  },
  'a picture without words on a phone only': {
    html: '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="20" height="20">',
    css: '@media (min-width: 400px) { img { display: none } }',
    found: /image-alt/,
  },
  'a button without a name': { html: '<button></button>', found: /button-name/ },
  'a page that scrolls sideways': { html: '<div style="width: 900px">Wide</div>', found: /toBeLessThanOrEqual/ },
}

for (const [fault, { found, ...page }] of Object.entries(faults)) {
  test(`the check finds ${fault}`, { tag: '@slow' }, async ({ browser }) => {
    const tested = await browser.newPage()
    await tested.setContent(pageWith(page))
    await expect(expectGoodEverywhere(tested, tested.getByRole('heading'))).rejects.toThrow(found)
    await tested.close()
  })
}

test('the check finds nothing on a page without a fault, also while a note waits to fade', { tag: '@slow' }, async ({
  browser,
}) => {
  const tested = await browser.newPage()
  const css = '@keyframes fade { to { opacity: 0 } } p { animation: fade 300ms 600s forwards }'
  await tested.setContent(pageWith({ css }))
  await expectGoodEverywhere(tested, tested.getByRole('heading'))
  await tested.close()
})
