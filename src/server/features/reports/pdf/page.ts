import type PDFDocument from 'pdfkit'
import type { StructElement, StructOptions } from 'pdfkit'
import { colors, contentWidth, type Style, sheet, styles } from './theme.ts'
import type { Typesetter } from './typesetter.ts'

type Align = 'left' | 'right' | 'center'
type Box = { x?: number; y: number; width?: number; align?: Align; mostLines?: number }

/** Devanagari draws some vowels before the consonant that they follow. */
const reordered = /\p{Script=Devanagari}/u

/** Draws on a tagged document: everything is either tagged content or an artifact that screen readers skip. */
export class TaggedPage {
  readonly doc: PDFDocument
  readonly type: Typesetter
  readonly root: StructElement

  constructor(doc: PDFDocument, type: Typesetter) {
    this.doc = doc
    this.type = type
    this.root = doc.struct('Document')
    doc.addStructure(this.root)
  }

  /** Draws lines and colours that add no information to the text. */
  drawArtifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  group(type: string, fill: (group: StructElement) => void, parent = this.root, options: StructOptions = {}) {
    const element = this.doc.struct(type, options)
    parent.add(element)
    fill(element)
    element.end()
  }

  /** Draws a single tagged element. */
  tag(type: string, draw: () => void, options: StructOptions = {}, parent = this.root) {
    parent.add(this.doc.struct(type, options, draw))
  }

  /** Draws tagged lines of text. The tag keeps the original text if it prints differently. Returns the height. */
  tagText(type: string, text: string, style: Style, box: Box, options: StructOptions = {}, parent = this.root): number {
    const { x = sheet.margin, y, width = contentWidth, align, mostLines } = box
    const lines = this.type.wrap(text, style, width, mostLines)
    const typed = text.normalize('NFC').replace(/\s+/g, ' ')
    const isChanged = this.type.print(text, style) !== typed || lines.at(-1)?.endsWith('…') || reordered.test(typed)
    let height = 0
    this.tag(
      type,
      () => {
        height = this.type.drawLines(lines, style, { x, y, width, align })
      },
      isChanged ? { ...options, actual: typed } : options,
      parent,
    )
    return height
  }

  /** Draws a second-level heading and adds it to the outline. Returns the `y` of the text below it. */
  tagHeading(text: string, y: number): number {
    this.doc.outline.addItem(text)
    return y + this.tagText('H2', text, styles.heading, { y }) + 4
  }

  /** Starts a page with lanes and footer. */
  start(foot: { left: string; right: string }) {
    this.doc.addPage()
    this.drawArtifact(() => {
      const y = sheet.height - 36
      this.type.drawLine(foot.left, styles.foot, { x: sheet.margin, y })
      this.type.drawLine(foot.right, styles.foot, { x: sheet.margin, y, width: contentWidth, align: 'right' })
    }, 'Pagination')
  }

  /** Draws three lanes of the track over the whole width, as in the product's emails. */
  drawLanes(y: number) {
    this.doc.rect(0, y, sheet.width, 4).fill(colors.flame)
    this.doc.rect(0, y + 4, sheet.width, 3).fill(colors.paleFlame)
    this.doc.rect(0, y + 7, sheet.width, 2).fill(colors.palestFlame)
  }
}
