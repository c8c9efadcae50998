/** One page of a list; the body stays a plain array, the rest goes into headers. */
export class Listed<T> {
  constructor(
    readonly items: T[],
    readonly total: number,
    /** Where the next page starts, if there is one. */
    readonly next?: number,
  ) {}
}

/** A file for the person's computer. */
export class Download {
  constructor(
    readonly fileName: string,
    readonly contentType: string,
    readonly body: string | Buffer,
  ) {}
}
