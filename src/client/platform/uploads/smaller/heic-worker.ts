// Runs in a worker that `heicToJpeg` terminates after a timeout, because the file may be hostile. The decoder itself
// never frees its memory.
import createLibheif from 'libheif-js/libheif-wasm/libheif.js'
import wasmAddress from 'libheif-js/libheif-wasm/libheif.wasm?url'

export type HeicRequest = { photo: Blob; mostPixels: number; quality: number }
/** Undefined for a file that is no HEIC photo, or has more than `mostPixels`. */
export type HeicAnswer = Blob | undefined

type Image = {
  get_width(): number
  get_height(): number
  display(into: ImageData, done: (drawn: ImageData | null) => void): void
}
type Libheif = { HeifDecoder: new () => { decode(bytes: ArrayBuffer): Image[] } }

addEventListener('message', async ({ data }: MessageEvent<HeicRequest>) => {
  const answer = await toJpeg(data).catch(() => undefined)
  postMessage(answer satisfies HeicAnswer)
})

async function toJpeg({ photo, mostPixels, quality }: HeicRequest): Promise<HeicAnswer> {
  const wasmBinary = await (await fetch(wasmAddress)).arrayBuffer()
  const { HeifDecoder } = createLibheif({ wasmBinary }) as unknown as Libheif
  const [image] = new HeifDecoder().decode(await photo.arrayBuffer())
  if (!image) return undefined
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > mostPixels) return undefined
  const drawn = await new Promise<ImageData | null>((resolve) => image.display(new ImageData(width, height), resolve))
  if (!drawn) return undefined
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(drawn, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
