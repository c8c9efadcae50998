import { Download, VideoOff } from 'lucide-react'
import { useState } from 'react'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import { FilePlaceholder } from './file-placeholder.tsx'
import { playbackEvents } from './file-thumbnail.tsx'
import { codecName, downloadAddress, isVideo, useIsUnplayable } from './playback.ts'
import { steady } from './preload.ts'

interface FileViewProps {
  file: ViewableFile
  alt: string
  autoPlay?: boolean
}

/** Fills its container. The thumbnail stays until the large file has loaded, so there is no gap and no spinner. */
export function FileView({ file, alt, autoPlay = false }: FileViewProps) {
  const [broken, setBroken] = useState<string>()
  const isUnplayable = useIsUnplayable(file)
  const source = steady(file.url)
  if (isUnplayable) return <UnplayableVideo file={file} alt={alt} />
  if (!file.ready || broken === source) {
    return <FilePlaceholder state={file.ready ? 'failed' : 'preparing'} alt={alt} className="size-full" />
  }
  if (isVideo(file)) {
    return (
      <video
        key={source}
        src={source}
        aria-label={alt}
        controls
        autoPlay={autoPlay}
        playsInline
        preload="metadata"
        {...playbackEvents(file, () => setBroken(source))}
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

function UnplayableVideo({ file, alt }: { file: ViewableFile; alt: string }) {
  const codec = codecName(file)
  return (
    <div className="flex size-full flex-col items-center justify-center gap-3 overflow-y-auto p-4 text-center">
      {file.thumbnailUrl && (
        <img src={steady(file.thumbnailUrl)} alt="" className="absolute inset-0 size-full object-contain opacity-30" />
      )}
      <VideoOff aria-hidden="true" className="relative size-8 shrink-0 text-muted-foreground max-[20rem]:hidden" />
      <p className="relative max-w-sm">
        <span className="sr-only">{alt}: </span>
        <span className="font-semibold">This browser can’t play this video{codec && ` (${codec})`}.</span>{' '}
        <span className="text-muted-foreground">Download it and open it in another player.</span>
      </p>
      <LinkButton
        href={downloadAddress(file)}
        target="_blank"
        download
        variant="outline"
        aria-label={`Download ${alt}`}
        className="relative shrink-0"
      >
        <Download aria-hidden="true" />
        Download
      </LinkButton>
    </div>
  )
}
