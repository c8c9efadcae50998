/** An image without its metadata; `scans` is the number of a decoder's passes over it. */
export type EssentialParts = { bytes: Buffer; exif: Buffer | undefined; scans: number }
