import { expect, test } from 'vitest'
import { html, refuseForeignLinks, renderMail } from './mail-layout.ts'

const hostile = `<img src=x onerror=alert(1)> {{7*7}} "quoted" O'Hara & sons`
const escaped = '&lt;img src=x onerror=alert(1)&gt; {{7*7}} &quot;quoted&quot; O&#39;Hara &amp; sons'

const welcome = {
  preheader: 'Choose your own password.',
  greeting: 'Hello Ada,',
  paragraphs: ['You are now an administrator.', 'First line\nsecond line'],
  button: { label: 'Choose your password', url: 'https://week.test/login?reset=a&b=1' },
  closing: 'See you at the track.',
}

test('what people typed appears in the page as text, never as markup', () => {
  const fragment = html`<p title="${hostile}">${hostile}</p>`

  expect(fragment.markup).toBe(`<p title="${escaped}">${escaped}</p>`)
})

test('a fragment inside another is not escaped twice', () => {
  const names = ['Ada', '<b>'].map((name) => html`<li>${name}</li>`)

  expect(html`<ul>${names}${undefined}</ul>`.markup).toBe('<ul><li>Ada</li><li>&lt;b&gt;</li></ul>')
})

test('a mail with a hostile name, paragraph, closing and footer stays harmless text', () => {
  const mail = renderMail({
    ...welcome,
    preheader: hostile,
    greeting: hostile,
    paragraphs: [hostile],
    closing: hostile,
    footer: hostile,
  })

  expect(mail.html).not.toContain('<img')
  expect(mail.html.split(escaped)).toHaveLength(6)
  expect(mail.text.split(hostile)).toHaveLength(5)
})

test('page and plain text say the same', () => {
  const { html: page, text } = renderMail(welcome)

  for (const sentence of [
    'Hello Ada,',
    'You are now an administrator.',
    'See you at the track.',
    'Choose your password',
  ]) {
    expect(page).toContain(sentence)
    expect(text).toContain(sentence)
  }
  expect(text).toContain('https://week.test/login?reset=a&b=1\n')
  expect(text).toContain('Curacao International Sports Week\nFDDK Wellness Initiative')
  expect(page).toContain('First line<br>second line')
})

test('a mail can be read with pictures off: it has none, and the link is also written out', () => {
  const { html: page } = renderMail(welcome)

  expect(page).not.toMatch(/<img|url\(|data:|<script/i)
  expect(page).toContain('>https://week.test/login?reset=a&amp;b=1</a>')
  expect(Buffer.byteLength(page)).toBeLessThan(20_000)
})

test('no text is hidden by a font of a pixel or none: spam filters count that', () => {
  const { html: page } = renderMail(welcome)

  // As in __FONT_INVIS of SpamAssassin.
  expect(page).not.toMatch(/<[a-z]+\s[^>]*font-size\s*:\s*0*[01](px|pt)?\s*;[^>]*>\w/i)
  expect(page).toContain('mso-hide: all;">Choose your own password.')
})

test('a mail links to web addresses only', () => {
  const elsewhere = { ...welcome, button: { label: 'Go', url: 'javascript:alert(1)' } }

  expect(() => refuseForeignLinks(elsewhere)).toThrow('web addresses')
  const unsubscribe = {
    label: 'Stop',
    url: 'https://week.test/?u=1',
    oneClickUrl: 'https://week.test/>\r\nBcc: eve@mail.test',
  }
  expect(() => refuseForeignLinks({ ...welcome, unsubscribe })).toThrow('web addresses')
})
