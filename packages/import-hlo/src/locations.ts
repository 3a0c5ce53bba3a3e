import type { FileLocation, HloModule, Instruction, Metadata } from '@shardform/hlo-module';
import { CallSiteLoc, FileLineColLoc, type Location, NameLoc, UnknownLoc } from '@shardform/ir-core';

/** The most frames of a stack that a location tells of. */
const MOST_FRAMES = 256;

/** Makes locations as JAX writes them: the path of names, at the line of the program, called from other lines. */
export class Locations {
  readonly #module: HloModule;
  readonly #file: string | undefined;
  readonly #nameOf: (name: string) => string;
  /** By the number of the frame. */
  readonly #stacks = new Map<number, Location>();

  /**
   * @param file the name of the file of HLO's text.
   * @param nameOf returns the name of an operation as locations have it.
   */
  constructor(
    module: HloModule,
    file: string | undefined,
    nameOf: (name: string) => string = (name) => name,
  ) {
    this.#module = module;
    this.#file = file;
    this.#nameOf = nameOf;
  }

  /** Returns the place of a line of HLO's text. */
  line(line: number): Location {
    return this.#file === undefined ? UnknownLoc.instance : FileLineColLoc.get(this.#file, line, 0);
  }

  /** Returns the origin of an instruction; its own place for one without metadata. */
  of({ metadata, line }: Instruction): Location {
    if (metadata === undefined) return this.line(line);
    const at = this.#source(metadata);
    const { opName } = metadata;
    return opName === undefined || opName === ''
      ? (at ?? this.line(line))
      : NameLoc.get(this.#nameOf(opName), at ?? UnknownLoc.instance);
  }

  #source(metadata: Metadata): Location | null {
    const {
      stackFrameId = 0,
      sourceFile,
      sourceLine,
      sourceEndLine,
      sourceColumn,
      sourceEndColumn,
    } = metadata;
    if (stackFrameId > 0) {
      const stack = this.#stack(stackFrameId);
      if (stack !== null) return stack;
    }
    if (sourceFile === undefined || sourceFile === '') return null;
    return range(sourceFile, sourceLine, sourceColumn, sourceEndLine, sourceEndColumn);
  }

  /** The frame and its callers, from the innermost. A table with a circle is followed for a while only. */
  #stack(number: number): Location | null {
    const known = this.#stacks.get(number);
    if (known !== undefined) return known;
    const frames: FileLocation[] = [];
    let at = number;
    while (at > 0 && frames.length < MOST_FRAMES) {
      const frame = this.#module.stackFrames[at - 1];
      if (frame === undefined) break;
      frames.push(frame.location);
      at = frame.parent;
    }
    if (frames.length === 0) return null;
    const stack = frames.map(frameLocation).reduceRight((caller, callee) => CallSiteLoc.get(callee, caller));
    this.#stacks.set(number, stack);
    return stack;
  }
}

function frameLocation({ fileName, functionName, line, column, endLine, endColumn }: FileLocation): Location {
  const at = range(fileName, line, column, endLine, endColumn);
  return functionName === '' ? at : NameLoc.get(functionName, at);
}

function range(file: string, line = 0, column = 0, endLine = 0, endColumn = 0): Location {
  return FileLineColLoc.get(
    file,
    line,
    column,
    endLine === 0 ? line : endLine,
    endColumn === 0 ? column : endColumn,
  );
}
