import { brandColors } from './branding.ts'

const [white, black] = ['#ffffff', '#000000']

/** WCAG contrast ratio of two six-digit hex colours. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const betterOn = (hex: string, one: string, other: string) => (contrast(hex, one) >= contrast(hex, other) ? one : other)

export const inkOrWhiteOn = (hex: string) => betterOn(hex, brandColors.ink, white)

/** White or black: one of them always reaches 4.5:1. */
export const whiteOrBlackOn = (hex: string) => betterOn(hex, white, black)

/** Ink or white on a chosen colour; black for the few where both miss 4.5:1. */
export function readableOn(hex: string): string {
  const better = inkOrWhiteOn(hex)
  return contrast(hex, better) >= 4.5 ? better : black
}

/** Text and background colours for a chosen colour. */
export const readableColors = (hex: string) => ({ backgroundColor: hex, color: readableOn(hex) })

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
