const longest = 5_000

/** Detects whether this browser can display the pictures of a video. A timeout counts as yes: a doubt is no warning. */
export function canPlay(data: Blob): Promise<boolean> {
  const address = URL.createObjectURL(data)
  const video = document.createElement('video')
  const playable = new Promise<boolean>((resolve) => {
    video.onerror = () => resolve(false)
    // With an unknown codec the browser plays the sound without a picture.
    video.onloadedmetadata = () => resolve(video.videoWidth > 0)
    setTimeout(() => resolve(true), longest)
    video.muted = true
    video.preload = 'metadata'
    video.src = address
  })
  return playable.finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  })
}

/** A basic profile of each codec: a browser that cannot play it plays no other profile. */
const ordinary: Record<string, string> = {
  h264: 'avc1.42E01E',
  hevc: 'hvc1.1.6.L93.B0',
  av1: 'av01.0.04M.08',
  vp9: 'vp09.00.10.08',
}

const answers = new Map<string, boolean>()

/** Result of `canPlayType` for a codec; true for codecs without a profile in the table. */
export function canPlayCodec(codec: string | null): boolean {
  const profile = codec ? ordinary[codec] : undefined
  if (!codec || !profile) return true
  const known = answers.get(codec)
  if (known !== undefined) return known
  const answer = document.createElement('video').canPlayType(`video/mp4; codecs="${profile}"`) !== ''
  answers.set(codec, answer)
  return answer
}
