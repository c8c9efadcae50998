import type { CSSProperties } from 'react'
import { brandColors, darkBrandColors } from '#contract/branding/branding.ts'
import { contrast, readableOn } from '#contract/branding/contrast.ts'

// Background colours of styles/tokens.css on which an event's colour appears.
const grounds = {
  light: [brandColors.ground, brandColors.surface],
  dark: [darkBrandColors.ground, darkBrandColors.surface],
}
const { ink } = brandColors
const { ink: sand } = darkBrandColors

/** CSS properties of an event's colour, with readable text colours on it and beside it in both themes. */
export function brandStyle(colour: string): CSSProperties {
  const brand = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : ink
  // A button must contrast with the sheet, even for an event as dark as the dark theme.
  const fill = legible(brand, grounds.light, ink, 2)
  const darkFill = legible(brand, grounds.dark, sand, 2)
  return {
    '--brand': brand,
    '--on-brand': readableOn(brand),
    '--brand-fill': fill,
    '--on-brand-fill': readableOn(fill),
    '--brand-fill-dark': darkFill,
    '--on-brand-fill-dark': readableOn(darkFill),
    '--brand-text': legible(brand, grounds.light, ink, 4.5),
    '--brand-text-dark': legible(brand, grounds.dark, sand, 4.5),
    '--brand-edge': legible(brand, grounds.light, ink, 3),
    '--brand-edge-dark': legible(brand, grounds.dark, sand, 3),
  } as CSSProperties
}

/** The colour if it contrasts with every background, else mixed with as little of another as needed. */
function legible(colour: string, on: readonly string[], towards: string, ratio: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, towards, share)
    if (on.every((ground) => contrast(mixed, ground) >= ratio)) return mixed
  }
  return towards
}

function mix(colour: string, other: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const channels = [1, 3, 5].map((at) => Math.round(channel(colour, at) * (1 - share) + channel(other, at) * share))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
