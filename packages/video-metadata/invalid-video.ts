/** A video that cannot be used; its message is a sentence for people. */
export class InvalidVideo extends Error {
  override name = 'InvalidVideo'
}
