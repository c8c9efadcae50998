/** The kinds of files people may send, each with the ending of its name. */
export const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
} as const
export type FileType = keyof typeof extensions

/** The size limit of a proof's photo or video; larger files are refused unread. */
export const maxFileBytes = 30_485_760
