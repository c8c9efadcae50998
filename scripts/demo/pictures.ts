import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type Colour, drawText } from './pixel-text.ts'
import { createRandom, type Random } from './random.ts'

/** Each scene has a drawing in `drawings/`. */
export type Scene =
  | ('promenade' | 'beach' | 'swimming' | 'stairs' | 'lunch' | 'bottles' | 'cycling' | 'hiking' | 'football')
  | ('team-photo' | 'stretching' | 'plank' | 'dancing')

type Team = {
  scene: Scene
  /** Determines the pictures. */
  seed: string
  /** The company's colour: `#rrggbb`. */
  colour: string
  number: string
}

export const photoSize = { width: 600, height: 450 }
const logos = 8

/**
 * Simulates several phone photos of a drawing: tilted, zoomed, brighter or darker, with the date in the corner. Times
 * have the camera format: `2026:06:01 08:15:00`.
 */
export async function drawPhotos({ scene, seed, colour, number }: Team, times: string[]): Promise<Buffer[]> {
  const random = createRandom(seed)
  const tilted = readDrawing(scene, colour).rotate(random.between(-3, 3))
  const { data, info } = await tilted.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const sign = teamSign(number, colour)
  return Promise.all(
    times.map((takenAt) => {
      const hour = Number(takenAt.slice(11, 13))
      return sharp(data, { raw })
        .extract(choosePart(raw, random))
        .resize({ ...photoSize, kernel: 'linear' })
        .linear(hour < 19 ? random.between(0.9, 1.08) : random.between(0.6, 0.72), 0)
        .composite([
          { ...sign, left: random.whole(16, 330), top: random.whole(14, 40) },
          { ...dateStamp(takenAt), left: 412, top: 418 },
        ])
        .jpeg({ quality: 80, optimiseCoding: false })
        .withExif({ IFD2: { DateTimeOriginal: takenAt } })
        .toBuffer()
    }),
  )
}

/** Crops around the middle: the edges of a tilted drawing are empty. */
function choosePart(drawing: { width: number; height: number }, random: Random) {
  const zoom = random.between(1, 1.35)
  const [width, height] = [Math.round(photoSize.width / zoom), Math.round(photoSize.height / zoom)]
  const left = Math.round((drawing.width - width) / 2 + random.between(-40, 40))
  const top = Math.round((drawing.height - height) / 2 + random.between(-30, 30))
  return { left, top, width, height }
}

/** A white mark on the company's colour; a few marks repeat. */
export const drawLogo = (nth: number, colour: string): Promise<Buffer> =>
  readDrawing(`logo-${1 + (nth % logos)}`, colour)
    .png({ palette: true })
    .toBuffer()

/** The drawings are transparent where the company's colour appears. */
const readDrawing = (name: string, colour: string) =>
  sharp(fileURLToPath(new URL(`./drawings/${name}.png`, import.meta.url))).flatten({ background: colour })

function teamSign(number: string, colour: string) {
  const [red = 0, green = 0, blue = 0] = Buffer.from(colour.slice(1), 'hex')
  return drawText(number, { size: 3, colour: white, background: [red, green, blue, 255] })
}

function dateStamp(takenAt: string) {
  const [, year = '', month = '', day = '', time = ''] = /^\d\d(\d\d):(\d\d):(\d\d) (\d\d:\d\d)/.exec(takenAt) ?? []
  return drawText(`${day}-${month}-${year} ${time}`, {
    size: 2,
    colour: [255, 177, 74, 255],
    background: [60, 28, 0, 130],
  })
}

const white: Colour = [255, 255, 255, 255]
