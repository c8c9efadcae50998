import { useSyncExternalStore } from 'react'
import { canPlayCodec } from '#client/platform/uploads/can-play.ts'
import type { ViewableFile } from '#contract/files/endpoints.ts'

export const isVideo = ({ type }: Pick<ViewableFile, 'type'>) => type.startsWith('video/')

/** Paths of videos that failed to play; every component that shows one of them reads this set. */
const unplayable = new Set<string>()
const listeners = new Set<() => void>()

export function noteUnplayable({ path }: ViewableFile) {
  if (unplayable.has(path)) return
  unplayable.add(path)
  for (const listener of listeners) listener()
}

/** True when a video error is due to the codec. A missing file raises the same error as an unknown codec. */
export function isPlaybackError({ videoCodec }: ViewableFile, error: MediaError | null): boolean {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return true
  return error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED && videoCodec !== 'h264'
}

/** True for a video that this browser cannot play, so that its placeholder appears instead. */
export function useIsUnplayable(file: ViewableFile | undefined): boolean {
  const failed = useSyncExternalStore(subscribe, () => file !== undefined && unplayable.has(file.path))
  return file !== undefined && isVideo(file) && file.ready && (failed || !canPlayCodec(file.videoCodec))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const names: Record<string, string> = {
  hevc: 'HEVC',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  vvc: 'VVC',
  prores: 'ProRes',
  mpeg4: 'MPEG-4',
  h263: 'H.263',
  mjpeg: 'Motion JPEG',
}

/** Displayed codec name, for instance "HEVC". */
export const codecName = ({ videoCodec }: ViewableFile): string | undefined =>
  videoCodec ? names[videoCodec] : undefined

/**
 * Same-origin address, wherever the file is stored: browsers download from the same origin and open a file of another
 * one.
 */
export const downloadAddress = ({ path }: ViewableFile) => `/api/files/${path}`
