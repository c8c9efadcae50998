import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { brandColors, branding } from '#contract/branding/branding.ts'
import { inkOrWhiteOn } from '#contract/branding/contrast.ts'
import { eventStart } from '#contract/events/moment.ts'
import { dateFormat } from '#contract/text/moments.ts'
import { oneLine } from '#contract/text/one-line.ts'
import { cardFonts, registerCardFonts } from './card-fonts.ts'
import { bibPaper, fillShape, lanesAround } from './card-shapes.ts'

type CardContent = { title: string; eventDate: Date | string | null; place: string | null; brandingColor: string }

/** Increment it when the design of the cards changes. */
const design = 3

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

const size = { width: 1200, height: 630 }

async function draw({ title, eventDate, place, brandingColor }: CardContent, timeZone: string): Promise<Buffer> {
  const ground = /^#[0-9a-f]{6}$/i.test(brandingColor) ? brandingColor : brandColors.ink
  const color = inkOrWhiteOn(ground)
  await registerCardFonts()
  const titleSize = title.length > 60 ? 54 : title.length > 28 ? 68 : 88
  const [lanes, bib, name, heading, when, where] = await Promise.all([
    drawLanes(color),
    drawBib(eventDate, timeZone),
    text(branding.eventName, { color, size: 30, font: 'text', width: 900 }),
    text(truncate(oneLine(title), 110), { color, size: titleSize, font: 'title', width: 1_040 }),
    text(eventStart(eventDate, timeZone), { color, size: 36, font: 'text', width: 780 }),
    place ? text(truncate(oneLine(place), 60), { color, size: 36, font: 'text', width: 780 }) : undefined,
  ])
  return sharp({ create: { ...size, channels: 3, background: ground } })
    .composite([
      { input: lanes },
      { input: name.data, left: 80, top: 72 },
      { input: heading.data, left: 80, top: 140 },
      { input: bib, left: 72, top: 386 },
      { input: when.data, left: 322, top: where ? 446 : 474 },
      ...(where ? [{ input: where.data, left: 322, top: 502 }] : []),
    ])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

const lanesByColor = new Map<string, Promise<Buffer>>()

/** Cached: every card has one of two colours. */
function drawLanes(color: string): Promise<Buffer> {
  const bend = lanesAround(1_230, 700, { lanes: 7, first: 190, gap: 62, line: 5 })
  const lanes = lanesByColor.get(color) ?? fillShape(size, color, 0.18, bend)
  lanesByColor.set(color, lanes)
  return lanes
}

/** The day on a start number, as on the event's page. */
async function drawBib(eventDate: Date | string | null, timeZone: string): Promise<Buffer> {
  const paper = { width: 208, height: 190 }
  const { weekday, day, month } = dayParts(eventDate, timeZone)
  const lines = await Promise.all([
    text(weekday, { color: brandColors.ink, size: 25, font: 'text', width: 190 }),
    text(day, { color: brandColors.ink, size: eventDate ? 92 : 64, font: 'title', width: 190 }),
    text(month, { color: brandColors.ink, size: 25, font: 'text', width: 190 }),
  ])
  const centers = [36, 96, 154]
  const straight = await sharp(await fillShape(paper, '#ffffff', 1, bibPaper(paper)))
    .composite(
      lines.map(({ data, info }, line) => ({
        input: data,
        left: Math.round((paper.width - info.width) / 2),
        top: Math.round((centers[line] ?? 0) - info.height / 2),
      })),
    )
    .png()
    .toBuffer()
  return sharp(straight)
    .rotate(-3, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}

function dayParts(eventDate: Date | string | null, timeZone: string) {
  if (!eventDate) return { weekday: 'Date', day: 'TBD', month: 'to follow' }
  const parts = dateFormat('weekdayAndDate', timeZone).formatToParts(new Date(eventDate))
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  return { weekday: part('weekday'), day: part('day'), month: part('month') }
}

type TextStyle = { color: string; size: number; font: keyof typeof cardFonts; width: number }

const text = (content: string, { color, size, font, width }: TextStyle) =>
  sharp({
    text: {
      text: `<span foreground="${color}" font_family="${cardFonts[font].name}, sans" weight="${cardFonts[font].weight}" size="${size * 1024}">${escapeXml(content)}</span>`,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })

const truncate = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

const escapeXml = (text: string) =>
  text.replace(/[\p{Cc}\ufffe\uffff]|\p{Cs}/gu, ' ').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
