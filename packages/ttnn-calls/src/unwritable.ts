/** What a language has no form for. */
export class UnwritableValue extends Error {
  override readonly name = 'UnwritableValue';
}
