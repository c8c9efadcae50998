import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

/** The modules of the code, with the border of four light modules that scanners need. */
function drawModules(text: string) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  return { size: rows.length, isDark: (x: number, y: number) => rows[y]?.[x] === true }
}

/** An SVG path with one step per run of dark modules: `M4 4h7v1h-7z`. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, isDark } = drawModules(text)
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      const start = x
      while (isDark(x + 1, y)) x++
      const length = x - start + 1
      path += `M${start} ${y}h${length}v1h-${length}z`
    }
  }
  return { size, path }
}

/** Draws a PNG with one bit per pixel: approving many draws a thousand of them in one go. */
export function qrImage(text: string, scale = 6): Buffer {
  const { size, isDark } = drawModules(text)
  const width = size * scale
  const line = 1 + Math.ceil(width / 8)
  const pixels = Buffer.alloc(line * width, 0xff)
  for (let y = 0; y < size; y++) {
    const start = y * scale * line
    pixels[start] = 0
    for (let x = 0; x < width; x++) {
      if (!isDark(Math.floor(x / scale), y)) continue
      const at = start + 1 + (x >> 3)
      pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> (x & 7))
    }
    for (let copy = 1; copy < scale; copy++) pixels.copy(pixels, start + copy * line, start, start + line)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
