import type { DefinedParameter } from '../definition/parameter.ts';
import type { Printer } from '../text/printer.ts';
import type { AttrFormatElement } from './attr-format-element.ts';
import { Spacing } from './spacing.ts';

/** The values of parameters by accessor. */
export type WrittenValues = Readonly<Record<string, unknown>>;

type Write = (printer: Printer, values: WrittenValues) => void;

/** Compiles the format of an attribute or type to what writes it. */
export function attrFormatWriter(elements: readonly AttrFormatElement[]): Write {
  return sequenceWriter(elements, new Spacing());
}

function sequenceWriter(elements: readonly AttrFormatElement[], spacing: Spacing): Write {
  const writes = elements.flatMap((element) => writerOf(element, spacing));
  return (printer, values) => {
    for (const write of writes) write(printer, values);
  };
}

function writerOf(element: AttrFormatElement, spacing: Spacing): Write[] {
  switch (element.kind) {
    case 'space':
      spacing.explicit(element.text);
      return element.text === '' ? [] : [(printer) => printer.write(' ')];
    case 'literal': {
      const text = spacing.literal(element.text);
      return [(printer) => printer.write(text)];
    }
    case 'optional': {
      const write = sequenceWriter(element.elements, spacing);
      return [
        (printer, values) => {
          if (isPresent(element.anchor, values)) write(printer, values);
        },
      ];
    }
    default: {
      const write = valueWriter(element);
      return spacing.value() ? [(printer) => printer.write(' '), write] : [write];
    }
  }
}

function valueWriter(element: AttrFormatElement & { kind: 'parameter' | 'params' | 'struct' }): Write {
  if (element.kind === 'parameter') {
    const { parameter, accessor } = element.parameter;
    return (printer, values) => parameter.print(printer, values[accessor]);
  }
  const { parameters } = element;
  const isStruct = element.kind === 'struct';
  return (printer, values) =>
    printer.writeList(
      parameters.filter((each) => isPresent(each, values)),
      ({ name, accessor, parameter }) => {
        if (isStruct) printer.write(`${name} = `);
        parameter.print(printer, values[accessor]);
      },
    );
}

function isPresent({ accessor, absent, parameter }: DefinedParameter, values: WrittenValues): boolean {
  return absent === null || parameter.key(values[accessor]) !== parameter.key(absent());
}
