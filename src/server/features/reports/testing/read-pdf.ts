import { getDocumentProxy } from 'unpdf'

/** An element of the tag tree, as a screen reader walks it. */
export type Tag = { role: string; alt?: string; children: Tag[] }
type RawNode = { role?: string; alt?: string; children?: RawNode[] }

const toTag = ({ role = '', alt, children = [] }: RawNode): Tag => ({
  role,
  ...(alt ? { alt } : {}),
  children: children.filter((child) => child.role).map(toTag),
})

/** Reads the PDF with another library than the writer's. */
export async function readPdf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push({
      text: items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
        .join('')
        .replace(/\s+/g, ' '),
      /** The baseline of the lowest text above the foot, in points from the lower edge. */
      lowest: Math.min(
        ...items.flatMap((item) => ('str' in item && item.str && item.transform[5] > 40 ? [item.transform[5]] : [])),
      ),
      tags: toTag((await page.getStructTree()) as RawNode),
    })
  }
  const { info } = await pdf.getMetadata()
  return {
    pages,
    text: pages.map(({ text }) => text).join(' '),
    info: info as Record<string, unknown>,
    markInfo: await pdf.getMarkInfo(),
    outline: (await pdf.getOutline())?.map(({ title }) => title) ?? [],
  }
}

export const listTags = (tag: Tag): Tag[] => [tag, ...tag.children.flatMap(listTags)]
