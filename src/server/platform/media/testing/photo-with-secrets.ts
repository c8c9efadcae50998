import sharp, { type Sharp } from 'sharp'

const secrets = [
  '12.5246',
  '12/1',
  '70.0270',
  'SERIAL',
  'Owner',
  'Acme',
  'xmpmeta',
  'Exif',
  'ICC_PROFILE',
  '<script',
  'PK\x03\x04',
]
/** Personal and camera data that the bytes still contain. */
export const told = (bytes: Buffer) => secrets.filter((secret) => bytes.includes(secret))

export const exif = {
  IFD0: { Make: 'Acme', Model: 'Acme Cam 9', Artist: 'Owner', ImageDescription: 'at 12.5246 70.0270' },
  IFD2: { DateTimeOriginal: '2026:05:03 10:11:12', OffsetTimeOriginal: '-04:00', BodySerialNumber: 'SERIAL-4711' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '12/1 31/1 2856/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '70/1 1/1 3720/100',
  },
}
/** Red, green, blue and white in its corners; wider than high. */
export function aPicture(): Sharp {
  const corner = (background: string) => ({ create: { width: 80, height: 40, channels: 3 as const, background } })
  return sharp({ create: { width: 160, height: 80, channels: 3, background: '#ffffff' } }).composite([
    { input: corner('#ff0000'), gravity: 'northwest' },
    { input: corner('#00ff00'), gravity: 'northeast' },
    { input: corner('#0000ff'), gravity: 'southwest' },
  ])
}
