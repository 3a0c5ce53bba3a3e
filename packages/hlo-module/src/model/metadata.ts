/** A place in a source file. Lines and columns count from 1; 0 is unknown. */
export interface FileLocation {
  readonly fileName: string;
  readonly functionName: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A frame of a stack, and the number of the frame that called it; 0 for none. Frames count from 1. */
export interface StackFrame {
  readonly location: FileLocation;
  readonly parent: number;
}

/** `metadata={...}`: the origin of an instruction. */
export interface Metadata {
  readonly opType?: string;
  /** The path of names: `jit(f)/while/body/dot_general`. */
  readonly opName?: string;
  readonly sourceFile?: string;
  readonly sourceLine?: number;
  readonly sourceEndLine?: number;
  readonly sourceColumn?: number;
  readonly sourceEndColumn?: number;
  /** A number of the module's stack frames; absent for none. */
  readonly stackFrameId?: number;
  readonly deduplicatedName?: string;
  readonly schedulingName?: string;
  readonly preserveLayout?: boolean;
  /** Members that are not above, as written. */
  readonly others?: ReadonlyMap<string, string>;
}
