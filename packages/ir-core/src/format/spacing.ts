/** Decides where declarative formats write spaces between their elements (MLIR's rules). */
export class Spacing {
  #emitsSpace = true;
  #afterPunctuation = false;

  /** A literal with the space before it, if there is one. */
  literal(text: string): string {
    const first = text[0]!;
    const spaceBefore =
      text.length !== 1 && text !== '->'
        ? true
        : this.#afterPunctuation
          ? !'>)}],'.includes(first)
          : !'<>(){}[],'.includes(first);
    const spelled = this.#emitsSpace && spaceBefore ? ` ${text}` : text;
    this.#emitsSpace = text.length !== 1 || !'<({['.includes(first);
    this.#afterPunctuation = !/[A-Za-z_]/.test(first);
    return spelled;
  }

  /** A space, a new line or their absence that the format asks for. */
  explicit(text: '' | ' ' | '\n'): void {
    this.#emitsSpace = false;
    this.#afterPunctuation = text === '';
  }

  /** Returns true if a space precedes a value. */
  value(): boolean {
    const space = this.#emitsSpace || !this.#afterPunctuation;
    this.#afterPunctuation = false;
    this.#emitsSpace = true;
    return space;
  }

  /** After attributes in braces, which write their own space. */
  attrDict(): void {
    this.#afterPunctuation = false;
  }
}
