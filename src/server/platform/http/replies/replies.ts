import type { Readable } from 'node:stream'

/** One page of a list: the body stays a plain array, paging goes into headers. */
export class ListReply<T> {
  constructor(
    readonly items: T[],
    readonly total: number,
    /** The cursor of the next page, if there is one. */
    readonly next?: string,
  ) {}
}

/** A file download. */
export class Download {
  constructor(
    readonly fileName: string,
    readonly contentType: string,
    readonly body: string | Buffer | Readable,
  ) {}
}
