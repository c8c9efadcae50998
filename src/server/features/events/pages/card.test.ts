import sharp from 'sharp'
import { expect, test } from 'vitest'
import { anEvent } from '#server/testing/data/events.ts'
import { startWorld } from '#server/testing.ts'
import { cardOf } from './card.ts'
import { cardFonts } from './card-fonts.ts'

const shown = (title: string) => ({ title, eventDate: null, place: null, brandingColor: '#1f6f8b' })

test('the card of an event is told to be unchanged until what it shows changes', async () => {
  const { visitor, root: admin } = await startWorld({ root: 'admin' })
  const { id } = await anEvent(admin)
  const ask = (tag = '') =>
    visitor('GET', `/api/events/${id}/card.png`, undefined, tag ? { headers: { 'if-none-match': tag } } : {})
  const first = await ask()
  const etag = first.headers.get('etag') ?? ''
  expect(first.status).toBe(200)
  expect(etag).toMatch(/^"\S+"$/)

  const again = await ask(etag)
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
  expect(again.headers.get('cache-control')).toBe('public, max-age=300')
  // As a proxy that compresses passes it on.
  expect((await ask(`"other", W/${etag}`)).status).toBe(304)

  expect((await admin('PATCH', `/api/events/${id}`, { title: 'Night run' })).status).toBe(200)
  expect((await ask(etag)).status).toBe(200)
})

test('a card that is asked for stays, however many others are drawn', async () => {
  const asked = cardOf(shown('Beach run'), 'UTC')
  const others = Array.from({ length: 60 }, (_, n) => {
    const other = cardOf(shown(`Run ${n}`), 'UTC')
    expect(cardOf(shown('Beach run'), 'UTC')).toBe(asked)
    return other
  })

  await Promise.all([asked, ...others])
  expect(cardOf(shown('Run 0'), 'UTC')).not.toBe(others[0])
})

test('a card is drawn in the type of the product, also letters of its second file', async () => {
  await cardOf(shown('Beach run'), 'UTC')
  const draw = (name: string, text: string) =>
    sharp({ text: { text: `<span font_family="${name}" weight="600">${text}</span>`, rgba: true } })
      .png()
      .toBuffer()

  for (const { name } of Object.values(cardFonts))
    for (const text of ['Run', 'ąłż'])
      expect([name, text, (await draw(name, text)).equals(await draw('No such type', text))]).toEqual([
        name,
        text,
        false,
      ])
})
