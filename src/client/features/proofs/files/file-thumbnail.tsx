import { Play } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { cn } from '#client/ui/cn.ts'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import { FilePlaceholder } from './file-placeholder.tsx'
import { isPlaybackError, isVideo, noteUnplayable, useIsUnplayable } from './playback.ts'
import { noteShape, steady } from './preload.ts'

interface FileThumbnailProps {
  file: ViewableFile
  alt: string
  className?: string
  /** Runs when the file is on the screen, or its placeholder is. */
  onShown?: () => void
}

/** Small, muted preview of a file, used to select it. */
export function FileThumbnail({ file, alt, className, onShown }: FileThumbnailProps) {
  const [broken, setBroken] = useState<string>()
  const isUnplayable = useIsUnplayable(file)
  const source = steady(file.thumbnailUrl ?? file.url)
  if (isUnplayable) {
    const poster = file.thumbnailUrl && steady(file.thumbnailUrl)
    return <FilePlaceholder state="unplayable" alt={alt} poster={poster} className={className} onShown={onShown} />
  }
  if (!file.ready || broken === source) {
    const state = file.ready ? 'failed' : 'preparing'
    return <FilePlaceholder state={state} alt={alt} className={className} onShown={onShown} />
  }
  if (!isVideo(file)) {
    return (
      <img
        src={source}
        alt={alt}
        decoding="async"
        draggable={false}
        onLoad={(event) => void showImage(event, source, onShown)}
        onError={() => setBroken(source)}
        className={className}
      />
    )
  }
  return (
    <>
      {/* Seek to 0.5 s: the very first frame is often black. */}
      <video
        src={`${source}#t=0.5`}
        aria-label={alt}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        onLoadedData={({ currentTarget: { videoWidth, videoHeight } }) => {
          noteShape(source, videoWidth, videoHeight)
          onShown?.()
        }}
        {...playbackEvents(file, () => setBroken(source))}
        className={cn('pointer-events-none', className)}
      />
      <span className="pointer-events-none absolute inset-0 flex items-center justify-center">
        <span className="flex size-8 items-center justify-center rounded-full bg-black/60 text-white">
          <Play aria-hidden="true" className="size-4 translate-x-px fill-current" />
        </span>
      </span>
    </>
  )
}

/** Video event listeners that detect a file this browser cannot play. */
export function playbackEvents(file: ViewableFile, onMissing: () => void) {
  return {
    // With an unknown codec the browser plays the sound without a picture.
    onLoadedMetadata: ({ currentTarget: { videoWidth } }: SyntheticEvent<HTMLVideoElement>) => {
      if (videoWidth === 0) noteUnplayable(file)
    },
    onError: ({ currentTarget: { error } }: SyntheticEvent<HTMLVideoElement>) =>
      isPlaybackError(file, error) ? noteUnplayable(file) : onMissing(),
  }
}

/** Waits for `decode()`: with `decoding="async"` a large photo is painted after its `load` event. */
async function showImage(event: SyntheticEvent<HTMLImageElement>, source: string, onShown?: () => void) {
  const image = event.currentTarget
  noteShape(source, image.naturalWidth, image.naturalHeight)
  await image.decode().catch(() => undefined)
  onShown?.()
}
