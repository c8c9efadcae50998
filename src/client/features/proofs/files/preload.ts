import { useEffect } from 'react'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { ReviewedProof } from '#contract/proofs/endpoints.ts'

const addresses = new Map<string, { url: string; since: number }>()
/** Shorter than the lifetime of a signed address. */
const lasting = 4 * 60_000

/** S3 signs a new address for the same file in every answer. Reusing the first one keeps the browser's cache. */
export function steady(url: string): string {
  const [place = url] = url.split('?')
  const known = addresses.get(place)
  if (known && Date.now() - known.since < lasting) return known.url
  addresses.set(place, { url, since: Date.now() })
  return url
}

const shapes = new Map<string, number>()

export function noteShape(url: string, width: number, height: number) {
  if (width > 0 && height > 0) shapes.set(url, width / height)
}

/** Width divided by height, known once the file was loaded or preloaded. */
export const shapeOf = ({ thumbnailUrl, url }: ViewableFile): number | undefined =>
  shapes.get(steady(thumbnailUrl ?? url))

const fetched = new Map<string, HTMLImageElement>()
const kept = 120

/** Preloads and decodes the pictures of the next proofs. */
export function usePreloaded(proofs: (ReviewedProof | undefined)[]) {
  const files = proofs.flatMap((proof) => proof?.files ?? []).filter(isPicture)
  usePreloadedUrls(files.map(({ thumbnailUrl, url }) => thumbnailUrl ?? url))
}

/** Preloads the large files beside the displayed one. */
export function usePreloadedLarge(files: (ViewableFile | undefined)[]) {
  usePreloadedUrls(files.filter((file) => file !== undefined && isPicture(file)).map((file) => file?.url ?? ''))
}

const isPicture = ({ type, ready }: ViewableFile) => ready && type.startsWith('image/')

function usePreloadedUrls(urls: string[]) {
  const joinedUrls = urls.map(steady).join(' ')
  useEffect(() => {
    for (const url of joinedUrls.split(' ').filter(Boolean)) {
      if (fetched.has(url)) continue
      const image = new Image()
      image.src = url
      image.onload = () => noteShape(url, image.naturalWidth, image.naturalHeight)
      void image.decode().catch(() => undefined)
      fetched.set(url, image)
    }
    for (const url of [...fetched.keys()].slice(0, -kept)) fetched.delete(url)
  }, [joinedUrls])
}
