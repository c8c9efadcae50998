/** Names and subjects are typed by people; a line break in one must not begin a header of its own. */
export const oneLine = (value: string) => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
