import sharp from 'sharp'
import { createRandom } from '../random.ts'

export type LogoRequest = { kind: 'logo'; seed: string; colour: string }

const size = 256

/** A plain mark in two colours, one of eight kinds. */
export async function drawLogo({ seed, colour }: LogoRequest): Promise<Buffer> {
  const random = createRandom(seed)
  const accent = random.pick(['#ffd166', '#ffffff', '#ffe8c7', '#bff0e4', '#ffb5a7'])
  const mark = random.pick(marks)(accent, random.whole(0, 3) * 90)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${colour}"/>${mark}</svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}

type Mark = (colour: string, turn: number) => string
const turned = (turn: number, inner: string) => `<g transform="rotate(${turn} 128 128)">${inner}</g>`
const waves = (colour: string) =>
  [96, 136, 176].map(
    (y) =>
      `<path d="M40 ${y}q44 -40 88 0t88 0" fill="none" stroke="${colour}" stroke-width="18" stroke-linecap="round"/>`,
  )

const marks: Mark[] = [
  (colour) => waves(colour).join(''),
  (colour, turn) =>
    turned(turn, `<path d="M48 200L128 48L208 200z" fill="${colour}"/><circle cx="128" cy="158" r="24" fill="#0003"/>`),
  (colour) =>
    `<circle cx="128" cy="128" r="76" fill="none" stroke="${colour}" stroke-width="24"/><circle cx="128" cy="128" r="28" fill="${colour}"/>`,
  (colour, turn) =>
    turned(
      turn,
      `<path d="M56 128a72 72 0 0 1 144 0z" fill="${colour}"/><rect x="56" y="144" width="144" height="22" fill="${colour}"/>`,
    ),
  (colour) =>
    `<path d="M60 60h60v60h-60zM136 136h60v60h-60z" fill="${colour}"/><path d="M136 60h60v60h-60zM60 136h60v60h-60z" fill="${colour}" opacity="0.5"/>`,
  (colour, turn) => turned(turn, `<path d="M64 192C64 104 128 64 192 64C192 152 128 192 64 192z" fill="${colour}"/>`),
  (colour) => `<path d="M128 44l24 60h62l-50 40l20 64l-56 -40l-56 40l20 -64l-50 -40h62z" fill="${colour}"/>`,
  (colour, turn) =>
    turned(
      turn,
      `<path d="M60 60h36v136h-36zM110 60h36v136h-36zM160 60h36v136h-36z" fill="${colour}" transform="skewX(-12) translate(26 0)"/>`,
    ),
]
