import {
  type AttrAssembly,
  type AttrConstraint,
  ArrayAttr,
  attrOf,
  attrWhere,
  bigIntegerParameter,
  defineAttr,
  type Parameter,
  type ParameterValues,
  type Parser,
  type Printer,
  StringAttr,
  withContext,
} from '@shardform/ir-core';

const nameParameter: Parameter<string> = {
  kind: 'string',
  parse: (parser) =>
    withContext(
      parser,
      "failed to parse Mpmd_UserOrigin parameter 'userName' which is to be a `::mlir::StringAttr`",
      () => {
        const { offset } = parser;
        const attribute = parser.parseAttribute();
        return attribute instanceof StringAttr
          ? attribute.value
          : parser.fail('invalid kind of attribute specified', offset);
      },
    ),
  print: (printer, name) => printer.writeString(name),
  key: (name) => JSON.stringify(name),
};

const parameters = { user_name: nameParameter, transpose_count: bigIntegerParameter };

const userOriginText: AttrAssembly<ParameterValues<typeof parameters>> = {
  syntax: '`<` $user_name (`(` $transpose_count^ `)`)? `>`',
  parse(parser) {
    parser.expect('<');
    const userName = nameParameter.parse(parser);
    const transposeCount = parseTransposeCount(parser);
    parser.expect('>');
    return { userName, transposeCount };
  },
  print(printer, { userName, transposeCount }) {
    printer.write('<');
    printer.writeString(userName);
    printTransposeCount(printer, transposeCount);
    printer.write('>');
  },
};

/**
 * A named computation of the user that a fragment comes from, and how often it was transposed: 0 is the forward
 * computation, 1 its gradient. Text: `#mpmd.user_origin<"f"(1)>`; operations write `"f"(1)`.
 */
export class UserOriginAttr extends defineAttr('mpmd.user_origin', {
  summary: 'Origin of user-specified computation.',
  parameters,
  format: userOriginText,
}) {
  static of(userName: string, transposeCount = 0): UserOriginAttr {
    return UserOriginAttr.get({ userName, transposeCount: BigInt(transposeCount) });
  }

  /** Parses the text of operations: `"f"`, `"f"(1)`. */
  static parseShort(this: void, parser: Parser): UserOriginAttr {
    return withContext(parser, 'could not parse user origin.', () => {
      const userName = parser.parseString();
      return UserOriginAttr.get({ userName, transposeCount: parseTransposeCount(parser) });
    });
  }

  /** {@link UserOriginAttr.transposeCount} as a number. */
  get transposes(): number {
    return Number(this.transposeCount);
  }

  /** Writes the text of operations. */
  printShort(printer: Printer): void {
    printer.writeString(this.userName);
    printTransposeCount(printer, this.transposeCount);
  }
}

/** The origin of one computation. */
export const userOriginAttr: AttrConstraint<UserOriginAttr> = /* @__PURE__ */ attrOf(
  UserOriginAttr,
  'Origin of user-specified computation.',
);

/** The origins of a fragment, none of an inferred one. */
export const userOriginsAttr: AttrConstraint<ArrayAttr> = /* @__PURE__ */ attrWhere(
  ArrayAttr,
  'array of origin infos',
  ({ elements }) => elements.every((element) => element instanceof UserOriginAttr),
);

/** Returns the origins in an array of them. */
export function originsIn({ elements }: ArrayAttr): readonly UserOriginAttr[] {
  // The constraint of the attribute lets no others in.
  return elements as readonly UserOriginAttr[];
}

function parseTransposeCount(parser: Parser): bigint {
  if (!parser.accept('(')) return 0n;
  return withContext(parser, 'could not parse transpose count value.', () => {
    const count = parser.parseInteger();
    parser.expect(')');
    return count;
  });
}

function printTransposeCount(printer: Printer, count: bigint): void {
  if (count > 0n) printer.write(`(${count})`);
}
