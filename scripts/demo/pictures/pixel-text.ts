// Fonts differ from machine to machine and may be missing: these letters are drawn from squares, as on a scoreboard.
// Five columns per letter; the lowest bit is the top row.
const letters: Record<string, string> = {
  ...{ 0: '3e5149453e', 1: '00427f4000', 2: '4261514946', 3: '2141454b31', 4: '1814127f10' },
  ...{ 5: '2745454539', 6: '3c4a494930', 7: '0171090503', 8: '3649494936', 9: '064949291e' },
  ...{ A: '7e1111117e', B: '7f49494936', C: '3e41414122', D: '7f4141221c', E: '7f49494941', F: '7f09090901' },
  ...{ G: '3e4149497a', H: '7f0808087f', I: '00417f4100', J: '2040413f01', K: '7f08142241', L: '7f40404040' },
  ...{ M: '7f020c027f', N: '7f0408107f', O: '3e4141413e', P: '7f09090906', Q: '3e4151215e', R: '7f09192946' },
  ...{ S: '4649494931', T: '01017f0101', U: '3f4040403f', V: '1f2040201f', W: '3f4038403f', X: '6314081463' },
  ...{ Y: '0708700807', Z: '6151494543', ':': '0000360000', '.': '0060600000', '-': '0808080808' },
}

const columns = 5
const rows = 7

type Placing = { x: number; y: number; size: number; fill: string; opacity?: number }

export const widthOfPixelText = (text: string, size: number) => text.length * (columns + 1) * size - size

/** As an SVG path with its top left corner at x and y; what is no known letter is left blank. */
export function pixelText(text: string, { x, y, size, fill, opacity = 1 }: Placing): string {
  const squares: string[] = []
  for (const [nth, letter] of [...text.toUpperCase()].entries()) {
    const drawn = letters[letter] ?? ''
    for (let column = 0; column < columns; column++) {
      const bits = Number.parseInt(drawn.slice(column * 2, column * 2 + 2) || '0', 16)
      for (let row = 0; row < rows; row++) {
        if (!((bits >> row) & 1)) continue
        const left = x + (nth * (columns + 1) + column) * size
        squares.push(`M${left.toFixed(1)} ${(y + row * size).toFixed(1)}h${size}v${size}h-${size}z`)
      }
    }
  }
  return `<path d="${squares.join('')}" fill="${fill}" opacity="${opacity}"/>`
}
