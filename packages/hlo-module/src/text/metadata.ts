import type { Metadata } from '../model/metadata.ts';
import type { Mutable } from '../mutable.ts';
import type { Scanner } from './scanner.ts';

type Field = (metadata: Mutable<Metadata>, scanner: Scanner, what: string) => void;

const text =
  (key: 'opType' | 'opName' | 'sourceFile' | 'deduplicatedName' | 'schedulingName'): Field =>
  (metadata, scanner, what) => {
    metadata[key] = scanner.quoted(what);
  };

const number =
  (key: 'sourceLine' | 'sourceEndLine' | 'sourceColumn' | 'sourceEndColumn' | 'stackFrameId'): Field =>
  (metadata, scanner, what) => {
    metadata[key] = scanner.integer(what);
  };

/** Members of `metadata={...}` by their names. */
const fields: ReadonlyMap<string, Field> = new Map([
  ['op_type', text('opType')],
  ['op_name', text('opName')],
  ['source_file', text('sourceFile')],
  ['source_line', number('sourceLine')],
  ['source_end_line', number('sourceEndLine')],
  ['source_column', number('sourceColumn')],
  ['source_end_column', number('sourceEndColumn')],
  ['stack_frame_id', number('stackFrameId')],
  ['deduplicated_name', text('deduplicatedName')],
  ['scheduling_name', text('schedulingName')],
  [
    'preserve_layout',
    (metadata, scanner, what) => {
      metadata.preserveLayout = scanner.boolean(what);
    },
  ],
]);

/** Reads metadata; equal texts give the same object, since many instructions have the origin of one operation. */
export class MetadataReader {
  readonly #scanner: Scanner;
  readonly #known = new Map<string, Metadata>();

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  /** Reads `{op_name="f" source_line=3}`. */
  read(): Metadata {
    const scanner = this.#scanner;
    scanner.peek();
    const start = scanner.position;
    const written = scanner.group('metadata');
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    scanner.position = start;
    const metadata = this.#members();
    this.#known.set(written, metadata);
    return metadata;
  }

  #members(): Metadata {
    const scanner = this.#scanner;
    const metadata: Mutable<Metadata> = {};
    const others = new Map<string, string>();
    scanner.expect('{', 'before metadata');
    while (!scanner.take('}')) {
      const name = scanner.word('the name of a member of metadata');
      scanner.expect('=', `after '${name}'`);
      const field = fields.get(name);
      if (field !== undefined) field(metadata, scanner, `'${name}'`);
      else others.set(name, scanner.rawWord(`'${name}'`));
      // Members are separated by spaces, by some versions by commas.
      scanner.take(',');
    }
    if (others.size > 0) metadata.others = others;
    return metadata;
  }
}
