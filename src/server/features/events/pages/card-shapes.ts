import sharp from 'sharp'

type Size = { width: number; height: number }
/** Signed distance to the edge of a shape in pixels, negative inside. */
type Distance = (x: number, y: number) => number

/** Fills a shape with one colour, with smooth edges: this process disables SVG, because uploads are untrusted. */
export function fillShape({ width, height }: Size, hex: string, opacity: number, distance: Distance): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4)
  const color = Number.parseInt(hex.slice(1), 16)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const coverage = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)))
      pixels.writeUInt32BE(color * 256 + Math.round(255 * opacity * coverage), (y * width + x) * 4)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

type Lanes = { lanes: number; first: number; gap: number; line: number }

/** The lanes of a track that bends around a point. */
export const lanesAround =
  (centerX: number, centerY: number, { lanes, first, gap, line }: Lanes): Distance =>
  (x, y) => {
    const radius = Math.hypot(x - centerX, y - centerY) - first
    const nearest = Math.min(lanes - 1, Math.max(0, Math.round(radius / gap)))
    return Math.abs(radius - nearest * gap) - line / 2
  }

/** The paper of a start number: rounded, with a pin hole in each corner. */
export const bibPaper =
  ({ width, height }: Size): Distance =>
  (x, y) => {
    const corner = 14
    const dx = Math.abs(x - width / 2) - width / 2 + corner
    const dy = Math.abs(y - height / 2) - height / 2 + corner
    const paper = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner
    const hole = 8 - Math.hypot(Math.min(x, width - x) - 20, Math.min(y, height - y) - 20)
    return Math.max(paper, hole)
  }
