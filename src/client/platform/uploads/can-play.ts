const longest = 5_000

/** Whether this browser shows the pictures of a video. True when it takes too long to tell: a doubt is no warning. */
export function canPlay(data: Blob): Promise<boolean> {
  const address = URL.createObjectURL(data)
  const video = document.createElement('video')
  const told = new Promise<boolean>((resolve) => {
    video.onerror = () => resolve(false)
    // A codec it does not know leaves the sound, without a picture.
    video.onloadedmetadata = () => resolve(video.videoWidth > 0)
    setTimeout(() => resolve(true), longest)
    video.muted = true
    video.preload = 'metadata'
    video.src = address
  })
  return told.finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  })
}
