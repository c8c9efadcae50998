import type PDFDocument from 'pdfkit'
import { createFonts } from './fonts.ts'
import type { Face, Style } from './theme.ts'

/** A part of a text with a single font and direction. */
type Run = { font: string; text: string; isRightToLeft: boolean }
type Align = 'left' | 'right' | 'center'
type Place = { x: number; y: number; width?: number; align?: Align }

/** Replaces a character that no font has; the tags keep the original word. */
const unknown = '?'
const ellipsis = '…'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Breaks and draws text whose width is measured before it is drawn. */
export class Typesetter {
  readonly #doc: PDFDocument
  readonly #fonts: ReturnType<typeof createFonts>
  /** Caches measured text, because it is drawn next. */
  readonly #runs = new Map<string, Run[]>()

  constructor(doc: PDFDocument) {
    this.#doc = doc
    this.#fonts = createFonts(doc)
  }

  measure(text: string, style: Style): number {
    return this.#runsOf(text, style).reduce((width, run) => width + this.#measureRun(run, style), 0)
  }

  /** Returns the printable text: no line breaks, and a question mark for each character that no font has. */
  print(text: string, style: Style): string {
    return this.#runsOf(text, style)
      .map((run) => run.text)
      .join('')
  }

  /** Breaks text between words, or inside a word that is too long. Text over the limit ends in an ellipsis. */
  wrap(text: string, style: Style, width: number, mostLines = Number.POSITIVE_INFINITY): string[] {
    const lines: string[] = []
    const space = this.measure(' ', style)
    let line = ''
    let end = 0
    const words = this.print(text, style).split(' ')
    for (const word of words.flatMap((one) => this.#breakWord(one, style, width))) {
      const wordWidth = this.measure(word, style)
      if (line === '' || end + space + wordWidth <= width) {
        line = line === '' ? word : `${line} ${word}`
        end += (end === 0 ? 0 : space) + wordWidth
      } else {
        lines.push(line)
        line = word
        end = wordWidth
      }
    }
    lines.push(line)
    if (lines.length <= mostLines) return lines
    return [...lines.slice(0, mostLines - 1), this.#shorten(lines.slice(mostLines - 1).join(' '), style, width)]
  }

  /** Draws a single line; `y` is its baseline. */
  drawLine(text: string, style: Style, { x, y, width = 0, align = 'left' }: Place) {
    const room = align === 'left' ? 0 : width - this.measure(text, style)
    let left = x + (align === 'center' ? room / 2 : room)
    for (const run of inVisualOrder(this.#runsOf(text, style))) {
      this.#doc
        .font(run.font, style.size)
        .fillColor(style.color)
        .text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#measureRun(run, style)
    }
  }

  /** Draws several lines; `y` is the top of the first. Returns their height. */
  drawLines(lines: string[], style: Style, { x, y, width, align }: Place): number {
    const leading = style.leading ?? style.size * 1.3
    for (const [nth, line] of lines.entries())
      this.drawLine(line, style, { x, y: y + leading * nth + (leading + style.size * 0.7) / 2, width, align })
    return leading * lines.length
  }

  #measureRun({ font, text }: Run, { size }: Style): number {
    return this.#doc.font(font, size).widthOfString(text)
  }

  #runsOf(text: string, { face }: Style): Run[] {
    const key = `${face} ${text}`
    const known = this.#runs.get(key)
    if (known) return known
    const runs = this.#split(text, face)
    this.#runs.set(key, runs)
    return runs
  }

  #split(text: string, face: Face): Run[] {
    const runs: Run[] = []
    for (const { segment } of graphemes.segment(text.normalize('NFC').replace(/\s+/g, ' '))) {
      const { font, printed } = this.#findGrapheme(segment, face)
      const isRightToLeft = rightToLeft.test(segment)
      const last = runs.at(-1)
      if (last?.font === font && last.isRightToLeft === isRightToLeft) last.text += printed
      else runs.push({ font, text: printed, isRightToLeft })
    }
    return runs
  }

  #findGrapheme(grapheme: string, face: Face): { font: string; printed: string } {
    // Emoji are printed in a single colour; variation selectors and joined parts are dropped if no font has them.
    for (const printed of [grapheme, grapheme.replace(variations, ''), grapheme.replace(joinedParts, '')]) {
      const font = this.#fonts.findFont(face, printed)
      if (font) return { font, printed }
    }
    return { font: this.#fonts.standardFont(face), printed: unknown }
  }

  #breakWord(word: string, style: Style, width: number): string[] {
    if (this.measure(word, style) <= width) return [word]
    const pieces = ['']
    for (const { segment } of graphemes.segment(word)) {
      const longer = pieces.at(-1) + segment
      if (this.measure(longer, style) <= width) pieces[pieces.length - 1] = longer
      else pieces.push(segment)
    }
    return pieces
  }

  #shorten(text: string, style: Style, width: number): string {
    let shorter = text
    while (shorter !== '' && this.measure(shorter + ellipsis, style) > width) shorter = shorter.slice(0, -1).trimEnd()
    return shorter + ellipsis
  }
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const variations = /[\ufe0e\ufe0f]/g
const joinedParts = /[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d.*$/gu
const hasLetters = /\p{L}/u

/**
 * Sorts runs from left to right as they are drawn. Consecutive right-to-left words swap places, with the punctuation
 * between them.
 */
function inVisualOrder(runs: Run[]): Run[] {
  const drawn: Run[] = []
  for (let at = 0; at < runs.length; ) {
    let end = at
    for (let next = at; isPartOfRightToLeft(runs, at, next); next++) if (runs[next]?.isRightToLeft) end = next
    drawn.push(...runs.slice(at, end + 1).reverse())
    at = end + 1
  }
  return drawn
}

const isPartOfRightToLeft = (runs: Run[], first: number, nth: number) =>
  runs[first]?.isRightToLeft && runs[nth] && (runs[nth].isRightToLeft || !hasLetters.test(runs[nth].text))
