import { useSyncExternalStore } from 'react'
import { canPlayCodec } from '#client/platform/uploads/can-play.ts'
import type { ViewableFile } from '#contract/files/endpoints.ts'

export const isVideo = ({ type }: Pick<ViewableFile, 'type'>) => type.startsWith('video/')

/** Videos that turned out to be unplayable when they were shown, by path: every place that shows them says so. */
const unplayable = new Set<string>()
const listeners = new Set<() => void>()

export function noteUnplayable({ path }: ViewableFile) {
  if (unplayable.has(path)) return
  unplayable.add(path)
  for (const listener of listeners) listener()
}

/** Whether what a video element reports is about the codec. A file that is gone reports the same as an unknown codec. */
export function isPlaybackError({ videoCodec }: ViewableFile, error: MediaError | null): boolean {
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return true
  return error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED && videoCodec !== 'h264'
}

/** A video that this browser cannot play: nobody may take its silence for the video. */
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

/** "HEVC", for people who know what to do about it. */
export const codecName = ({ videoCodec }: ViewableFile): string | undefined =>
  videoCodec ? names[videoCodec] : undefined

/** From our own address, wherever the file is stored: browsers save what comes from there and open what does not. */
export const downloadAddress = ({ path }: ViewableFile) => `/api/files/${path}`
