/** A image without its metadata; `scans` is how often a decoder has to go over all of it. */
export type EssentialParts = { bytes: Buffer; exif: Buffer | undefined; scans: number }
