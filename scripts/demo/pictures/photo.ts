import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { pixelText, widthOfPixelText } from './pixel-text.ts'
import { frame, type SceneName, scenes } from './scenes.ts'

export type PhotoRequest = {
  kind: 'photo'
  scene: SceneName
  /** The same seed gives the same bytes. */
  seed: string
  hour: number
  shirt: string
  number: string
  /** As cameras write it: `2026:06:01 08:15:00`. */
  takenAt: string
}

const { width, height } = frame
/** Smaller than drawn: most of the time is the painting of pixels. */
export const photoSize = { width: 600, height: 450 }

/** A photo of a team at its task, as a phone would have taken it: tilted a little, darker or paler, with a date in its corner. */
export async function drawPhoto({ scene, seed, hour, shirt, number, takenAt }: PhotoRequest): Promise<Buffer> {
  const random = createRandom(seed)
  const camera = [
    `translate(${width / 2} ${height / 2})`,
    `rotate(${random.between(-3, 3).toFixed(2)})`,
    `scale(${random.between(1, 1.35).toFixed(3)})`,
    `translate(${(-width / 2 + random.between(-55, 55)).toFixed(0)} ${(-height / 2 + random.between(-40, 30)).toFixed(0)})`,
  ].join(' ')
  const filter = `<rect width="100%" height="100%" fill="${random.pick(['#000', '#fff3d6', '#2b1a4a'])}" opacity="${random.between(0, 0.16).toFixed(2)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${photoSize.width}" height="${photoSize.height}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="#8a7350"/>
    <g transform="${camera}">${scenes[scene]({ hour, shirt, number, random })}</g>${filter}${dateStamp(takenAt)}</svg>`
  return sharp(Buffer.from(svg))
    .jpeg({ quality: 80, optimiseCoding: false })
    .withExif({ IFD2: { DateTimeOriginal: takenAt } })
    .toBuffer()
}

function dateStamp(takenAt: string): string {
  const [, year = '', month = '', day = '', time = ''] = /^\d\d(\d\d):(\d\d):(\d\d) (\d\d:\d\d)/.exec(takenAt) ?? []
  const text = `${day}-${month}-${year} ${time}`
  const size = 3
  const place = { x: width - widthOfPixelText(text, size) - 24, y: height - 46, size }
  return (
    pixelText(text, { ...place, x: place.x + 1, y: place.y + 1, fill: '#5a2a00', opacity: 0.7 }) +
    pixelText(text, { ...place, fill: '#ffb14a' })
  )
}
