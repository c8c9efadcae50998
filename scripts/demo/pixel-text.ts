// A pixel font, like a scoreboard: system fonts differ or may be missing. Five columns per letter; the lowest bit is
// the top row.
const letters: Record<string, string> = {
  ...{ 0: '3e5149453e', 1: '00427f4000', 2: '4261514946', 3: '2141454b31', 4: '1814127f10' },
  ...{ 5: '2745454539', 6: '3c4a494930', 7: '0171090503', 8: '3649494936', 9: '064949291e' },
  ...{ A: '7e1111117e', E: '7f49494941', M: '7f020c027f', T: '01017f0101' },
  ...{ ':': '0000360000', '-': '0808080808' },
}

const columns = 6
const rows = 7

export type Colour = [red: number, green: number, blue: number, alpha: number]
type Look = { size: number; colour: Colour; background: Colour }

/** Pixels of a line of text with a margin of one square, for sharp. An unknown letter is left blank. */
export function drawText(text: string, { size, colour, background }: Look) {
  const width = (text.length * columns + 1) * size
  const height = (rows + 2) * size
  const input = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const column = Math.floor((pixel % width) / size) - 1
    const row = Math.floor(pixel / width / size) - 1
    input.set(row >= 0 && isSet(text, column, row) ? colour : background, pixel * 4)
  }
  return { input, raw: { width, height, channels: 4 as const } }
}

function isSet(text: string, column: number, row: number): boolean {
  const drawn = letters[text[Math.floor(column / columns)] ?? ''] ?? ''
  const first = (column % columns) * 2
  return ((Number.parseInt(drawn.slice(first, first + 2) || '0', 16) >> row) & 1) === 1
}
