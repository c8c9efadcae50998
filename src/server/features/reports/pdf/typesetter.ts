import type PDFDocument from 'pdfkit'
import type { FontPart, Fonts } from './fonts.ts'
import type { Face, Style } from './theme.ts'

type Run = { font: string; text: string }
type Align = 'left' | 'right' | 'center'
type Place = { x: number; y: number; width?: number; align?: Align }

/** Printed for what the fonts have no letter for; the tags keep the word as it was typed. */
const unknown = '?'
const ellipsis = '…'
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Lines of text whose width is known before they are drawn. */
export class Typesetter {
  readonly #doc: PDFDocument
  readonly #fonts: Fonts
  /** What was measured is drawn next. */
  readonly #runs = new Map<string, Run[]>()

  constructor(doc: PDFDocument, fonts: Fonts) {
    this.#doc = doc
    this.#fonts = fonts
  }

  measure(text: string, style: Style): number {
    return this.#runsOf(text, style).reduce((width, run) => width + this.#measureRun(run, style), 0)
  }

  /** What is printed for a text: without line breaks, with a question mark for each letter that no font has. */
  print(text: string, style: Style): string {
    return this.#runsOf(text, style)
      .map((run) => run.text)
      .join('')
  }

  /** Broken between words, or inside one that is too long; what does not fit ends in an ellipsis. */
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

  /** One line; `y` is its baseline. */
  drawLine(text: string, style: Style, { x, y, width = 0, align = 'left' }: Place) {
    const room = align === 'left' ? 0 : width - this.measure(text, style)
    let left = x + (align === 'center' ? room / 2 : room)
    for (const run of this.#runsOf(text, style)) {
      this.#doc
        .font(run.font, style.size)
        .fillColor(style.color)
        .text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#measureRun(run, style)
    }
  }

  /** Several lines; `y` is the top of the first. Gives the height they take. */
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
    const parts = this.#fonts[face]
    const runs: Run[] = []
    for (const { segment } of letters.segment(text.normalize('NFC').replace(/\s+/g, ' '))) {
      const font = parts.find((part) => hasAll(part, segment))
      const printed = font ? segment : unknown
      const name = (font ?? parts[0])?.name ?? ''
      const last = runs.at(-1)
      if (last?.font === name) last.text += printed
      else runs.push({ font: name, text: printed })
    }
    return runs
  }

  #breakWord(word: string, style: Style, width: number): string[] {
    if (this.measure(word, style) <= width) return [word]
    const pieces = ['']
    for (const { segment } of letters.segment(word)) {
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

const hasAll = (part: FontPart, letter: string) =>
  [...letter].every((character) => part.has(character.codePointAt(0) ?? 0))
