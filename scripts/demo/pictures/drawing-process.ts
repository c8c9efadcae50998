// Reading SVG is switched off in the server's process, for the sake of what people upload: pictures are drawn in this one.
import sharp from 'sharp'
import { drawLogo, type LogoRequest } from './logo.ts'
import { drawPhoto, type PhotoRequest } from './photo.ts'

export type PictureRequest = PhotoRequest | LogoRequest
export type Ask = { nth: number; request: PictureRequest }
export type Drawn = { nth: number; bytes?: Uint8Array; fault?: string }

const draw = (request: PictureRequest) => (request.kind === 'photo' ? drawPhoto(request) : drawLogo(request))

// Several pictures at once are faster than one on several processors.
sharp.concurrency(1)

process.on('message', ({ nth, request }: Ask) => {
  draw(request).then(
    (bytes) => process.send?.({ nth, bytes } satisfies Drawn),
    (error: unknown) => process.send?.({ nth, fault: String(error) } satisfies Drawn),
  )
})
process.on('disconnect', () => process.exit())
