/** The kinds of files people may send, each with the ending of its name. */
export const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
} as const
export type FileType = keyof typeof extensions

/** What a photo or video of a proof may weigh; nothing larger is ever looked into. */
export const maxFileBytes = 30_485_760
