const ink = '#211100'
const white = '#ffffff'
const black = '#000000'

/** WCAG relative luminance of a six-digit hex colour. */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Ink or white, whichever reads better on a colour somebody chose freely; black for the few where both miss 4.5:1. */
export function readableOn(hex: string): string {
  const better = contrast(hex, ink) >= contrast(hex, white) ? ink : white
  return contrast(hex, better) >= 4.5 ? better : black
}
