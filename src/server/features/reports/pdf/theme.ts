import { brandColors } from '#contract/branding/branding.ts'

/** The product's colours for white paper, with darker steps for text. */
export const colors = {
  ...brandColors,
  lane: '#f5ecdf',
  flameText: '#ad3f00',
  sea: '#137f95',
  approved: '#185c2f',
  pending: '#805400',
  rejected: '#892619',
  laneOnInk: '#5a2200',
} as const

/** A4 size in points. */
export const sheet = { width: 595.28, height: 841.89, margin: 48 }
export const contentWidth = sheet.width - 2 * sheet.margin
export const rightEdge = sheet.width - sheet.margin
/** The footer begins below this edge. */
export const bottomEdge = sheet.height - 56

export type Face = 'display' | 'heading' | 'text' | 'strong'
export type Style = { face: Face; size: number; color: string; leading?: number }

export const styles = {
  eyebrow: { face: 'strong', size: 12, color: colors.paleFlame },
  finding: { face: 'heading', size: 20, color: colors.ink, leading: 26 },
  heading: { face: 'display', size: 22, color: colors.ink, leading: 28 },
  text: { face: 'text', size: 10.5, color: colors.ink, leading: 15 },
  muted: { face: 'text', size: 9.5, color: colors.mutedInk, leading: 13 },
  strong: { face: 'strong', size: 10.5, color: colors.ink, leading: 15 },
  columnHeading: { face: 'strong', size: 8.5, color: colors.mutedInk, leading: 11 },
  foot: { face: 'text', size: 8.5, color: colors.mutedInk, leading: 11 },
} as const satisfies Record<string, Style>
