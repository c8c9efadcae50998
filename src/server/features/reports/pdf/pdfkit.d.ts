/** Types for the used parts of pdfkit 0.20. The published types are older and lack the scope of table headings. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  export type StructOptions = { alt?: string; actual?: string; scope?: 'Row' | 'Column'; bbox?: number[] }
  export type StructElement = {
    add(child: StructElement | (() => void)): StructElement
    end(): void
  }
  type TextOptions = { lineBreak?: boolean; baseline?: 'alphabetic'; features?: string[] }

  class PDFDocument extends Readable {
    constructor(options: {
      size: 'A4'
      margin: number
      lang: string
      pdfVersion: '1.7'
      subset: 'PDF/UA'
      tagged: boolean
      displayTitle: boolean
      compress?: boolean
      autoFirstPage: boolean
      font?: null
      info: { Title: string; Author: string; Subject: string; Creator: string; CreationDate: Date }
    })
    readonly page: { width: number; height: number }
    readonly outline: { addItem(title: string): unknown }
    readonly _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } }
    addPage(): this
    registerFont(name: string, source: Buffer): this
    font(name: string, size?: number): this
    fillColor(color: string): this
    strokeColor(color: string): this
    lineWidth(width: number): this
    text(text: string, x: number, y: number, options: TextOptions): this
    widthOfString(text: string): number
    rect(x: number, y: number, width: number, height: number): this
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this
    circle(x: number, y: number, radius: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    fill(color: string): this
    stroke(color: string): this
    clip(): this
    save(): this
    restore(): this
    struct(type: string, options?: StructOptions, children?: (() => void) | StructElement[]): StructElement
    addStructure(element: StructElement): this
    markContent(tag: 'Artifact', options: { type: 'Layout' | 'Pagination' }): this
    endMarkedContent(): this
    end(): void
  }
  // biome-ignore lint/style/noDefaultExport: so it is exported by the package
  export default PDFDocument
}
