import { FileWarning, Play } from 'lucide-react'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { cn } from '#client/ui/cn.ts'
import type { ShownFile } from '#contract/uploads.ts'
import { noteShape, steady } from './preload.ts'

const isFilm = ({ type }: ShownFile) => type.startsWith('video/')

export interface FileThumbnailProps {
  file: ShownFile
  alt: string
  className?: string
  /** It is on the screen, or says that it cannot be. */
  onShown?: () => void
}

/** Small, silent, for choosing. */
export function FileThumbnail({ file, alt, className, onShown }: FileThumbnailProps) {
  const [broken, setBroken] = useState<string>()
  const source = steady(file.thumbnailUrl ?? file.url)
  if (!file.ready || broken === source) {
    return <Missing alt={alt} ready={file.ready} className={className} onShown={onShown} />
  }
  if (!isFilm(file)) {
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
      {/* Half a second in: the very first frame is often black. */}
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
        onError={() => setBroken(source)}
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

/** Loaded is not yet drawn: with `decoding="async"` a large photo appears later. */
async function showImage(event: SyntheticEvent<HTMLImageElement>, source: string, onShown?: () => void) {
  const image = event.currentTarget
  noteShape(source, image.naturalWidth, image.naturalHeight)
  await image.decode().catch(() => undefined)
  onShown?.()
}

/** As large as its place. The thumbnail is there until the large one has come: never a hole, never a spinner. */
export function FileView({ file, alt, autoPlay = false }: { file: ShownFile; alt: string; autoPlay?: boolean }) {
  const [broken, setBroken] = useState<string>()
  const source = steady(file.url)
  if (!file.ready || broken === source) return <Missing alt={alt} ready={file.ready} className="size-full" />
  if (isFilm(file)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: people film themselves, and there are no captions to offer.
      <video
        key={source}
        src={source}
        aria-label={alt}
        controls
        autoPlay={autoPlay}
        playsInline
        preload="metadata"
        onError={() => setBroken(source)}
        className="absolute inset-0 size-full object-contain"
      />
    )
  }
  return (
    <>
      {file.thumbnailUrl && (
        <img
          src={steady(file.thumbnailUrl)}
          alt=""
          draggable={false}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <img
        key={source}
        src={source}
        alt={alt}
        draggable={false}
        onError={() => setBroken(source)}
        className="absolute inset-0 size-full object-contain"
      />
    </>
  )
}

interface MissingProps {
  alt: string
  ready: boolean
  className: string | undefined
  onShown?: (() => void) | undefined
}

function Missing({ alt, ready, className, onShown }: MissingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it appears.
  useEffect(() => onShown?.(), [])
  return (
    <span
      className={cn('flex flex-col items-center justify-center gap-1 p-2 text-sm text-muted-foreground', className)}
    >
      <FileWarning aria-hidden="true" className="size-6" />
      <span className="sr-only">{alt}: </span>
      {ready ? 'Did not load' : 'Being prepared'}
    </span>
  )
}
