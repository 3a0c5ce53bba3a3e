import { Attribute } from '../../ir/attribute.ts';
import type { Printer } from '../../text/printer.ts';
import { UnitAttr } from './basic-attrs.ts';

/**
 * `distinct[0]<attribute>`: an attribute that equals only itself. Numbers say which ones of a text are the
 * same; they are given in the order of printing.
 */
export class DistinctAttr extends Attribute {
  readonly referenced: Attribute;

  private constructor(referenced: Attribute) {
    super();
    this.referenced = referenced;
  }

  /** A new attribute, different from all others. */
  static create(referenced: Attribute = UnitAttr.instance): DistinctAttr {
    return new DistinctAttr(referenced);
  }

  override subAttributes(): readonly Attribute[] {
    return [this.referenced];
  }

  print(printer: Printer): void {
    printer.write(`distinct[${printer.distinctNumber(this)}]<`);
    if (this.referenced !== UnitAttr.instance) printer.printAttribute(this.referenced);
    printer.write('>');
  }
}
