import {
  arrayParameter,
  defaultParameter,
  defineAttr,
  type Operation,
  type Parameter,
  type Parser,
  StringAttr,
  stringParameter,
} from '@shardform/ir-core';

const nameParameter: Parameter<string> = {
  ...stringParameter,
  cppType: 'StringAttr',
  parse: (parser) => parseName(parser),
  encoding: {
    write: (writer, name) => writer.attribute(StringAttr.get(name)),
    read: (reader) => reader.attributeOf(StringAttr, 'a string').value,
  },
};

/** The names of the axes that a manual computation handles itself: `{"x", "y"}`. */
export class ManualAxesAttr extends defineAttr('sdy.manual_axes', {
  summary: 'A list of axes that a ManualComputationOp is manual on',
  parameters: { value: defaultParameter(arrayParameter(nameParameter, 'none'), () => []) },
  format: '`{` ($value^)? `}`',
  cppName: 'Sdy_ManualAxes',
}) {
  get isEmpty(): boolean {
    return this.value.length === 0;
  }

  includes(name: string): boolean {
    return this.value.includes(name);
  }
}

function parseName(parser: Parser): string {
  const { offset } = parser;
  const attribute = parser.parseOptionalAttribute() ?? parser.fail('expected attribute value');
  return attribute instanceof StringAttr
    ? attribute.value
    : parser.fail('invalid kind of attribute specified', offset);
}

/** Returns the axes that a manual computation makes manual; `null` for other operations. */
export function manualAxesOf(op: Operation): ManualAxesAttr | null {
  const axes = op.getAttr('manual_axes');
  return axes instanceof ManualAxesAttr ? axes : null;
}
