import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { brandColors, branding } from '#contract/branding/branding.ts'
import { inkOrWhiteOn } from '#contract/branding/contrast.ts'
import { eventStart } from '#contract/events/moment.ts'
import { oneLine } from '#contract/text/one-line.ts'
import { cardFonts, registerCardFonts } from './card-fonts.ts'

type CardContent = { title: string; eventDate: Date | string | null; place: string | null; brandingColor: string }

/** Increment it when the design of the cards changes. */
const design = 2

/** A hash of the picture's content, so that its address can be cached for ever. */
export const cardVersion = ({ title, eventDate, place, brandingColor }: CardContent) =>
  createHash('sha256')
    .update(JSON.stringify([design, title, eventDate && new Date(eventDate).toISOString(), place, brandingColor]))
    .digest('base64url')
    .slice(0, 12)

const cards = new Map<string, Promise<Buffer>>()
const mostCards = 50

/** The preview picture of a shared link, in an LRU cache by content. */
export function cardOf(event: CardContent, timeZone: string): Promise<Buffer> {
  const key = `${cardVersion(event)} ${timeZone}`
  const card = cards.get(key) ?? draw(event, timeZone)
  // LRU: move the requested card to the end.
  cards.delete(key)
  cards.set(key, card)
  card.catch(() => cards.delete(key))
  const [longestAgo] = cards.keys()
  if (longestAgo !== undefined && cards.size > mostCards) cards.delete(longestAgo)
  return card
}

const [width, height] = [1200, 630]

/** Draws rectangles and text only: this process disables SVG, because uploads are untrusted. */
async function draw({ title, eventDate, place, brandingColor }: CardContent, timeZone: string): Promise<Buffer> {
  const ground = /^#[0-9a-f]{6}$/i.test(brandingColor) ? brandingColor : brandColors.ink
  const colour = inkOrWhiteOn(ground)
  const when = eventStart(eventDate, timeZone)
  await registerCardFonts()
  const size = title.length > 60 ? 54 : title.length > 28 ? 68 : 88
  const lanes = [0, 1, 2, 3, 4, 5].map((lane) => ({
    input: { create: { width: 5, height, channels: 4 as const, background: { ...rgb(colour), alpha: 0.14 } } },
    left: 1_175 - lane * 34,
    top: 0,
  }))
  const text = (content: string, { top, size, font }: { top: number; size: number; font: keyof typeof cardFonts }) => ({
    input: {
      text: {
        text: `<span foreground="${colour}" font_family="${cardFonts[font].name}, sans" weight="${cardFonts[font].weight}" size="${size * 1024}">${escapeXml(content)}</span>`,
        width: 900,
        dpi: 72,
        rgba: true,
        wrap: 'word-char' as const,
      },
    },
    left: 80,
    top,
  })
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([
      ...lanes,
      text(branding.eventName, { top: 80, size: 30, font: 'text' }),
      text(truncate(oneLine(title), 110), { top: 170, size, font: 'title' }),
      text(truncate(oneLine(place ? `${when} · ${place}` : when), 90), { top: 510, size: 32, font: 'text' }),
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

const truncate = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

const escapeXml = (text: string) =>
  text.replace(/[\p{Cc}\ufffe\uffff]|\p{Cs}/gu, ' ').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const rgb = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return { r, g, b }
}
