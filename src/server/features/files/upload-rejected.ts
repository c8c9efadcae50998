/** Refuses a file; its message names the file for the person who chose it. */
export class UploadRejected extends Error {
  constructor(
    readonly path: string,
    readonly reason: string,
    readonly fileName?: string,
  ) {
    super(reason)
  }
}

/** A reason is either a whole sentence ("This file is empty") or continues after the name ("was not uploaded"). */
export const refusalSentence = (name: string, reason: string) =>
  /^[A-Z]/.test(reason) ? `${name}: ${reason}` : `${name} ${reason}`
