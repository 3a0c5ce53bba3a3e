import { currentBudget, limitMessage, type SourceText, type Value, verifyOp } from '@shardform/ir-core';
import { MeshOp, programMesh } from '@shardform/dialect-sdy';
import { isNotDividedYet, NamedValues, type PlacedOperation } from '@shardform/inspect';
import { hasLocalParts, importGspmdShardings, type ReadProgram, withOperations } from '@shardform/study';
import { createContext } from './context.ts';
import { DiagnosticLog } from './diagnostic-log.ts';
import { withoutProgram } from './file-format.ts';
import { refuseLowered } from './lowered-program.ts';
import { ModuleError } from './module-error.ts';
import { isMlirText, type ModuleSource, moduleSource, parseStablehloSource } from './module-source.ts';
import { withCosts } from './stated-costs.ts';
import { readInput, type ToolInput, UsageError } from './tool-io.ts';
import { withKnownSizes } from './unknown-sizes.ts';

export { ModuleError } from './module-error.ts';

/** A verified module with its context. */
export interface LoadedModule extends ReadProgram {
  readonly log: DiagnosticLog;
  /** Of bytecode the name alone. */
  readonly source: SourceText;
  /** True of a binary for Tenstorrent's runtime. */
  readonly isBinary: boolean;
  /** Makes another module of the same bytes: what the file holds may be other ones since, and a pipe gives them once. */
  readonly reload: () => LoadedModule;
}

/**
 * Reads and verifies a module whose devices are simulated, partitioned for or drawn one by one; shardings as GSPMD has
 * them are put into Shardy's terms.
 *
 * @throws ModuleError also for a mesh of too many devices; UsageError when there is no file, and for programs that were
 *   lowered for Tenstorrent.
 */
export function loadProgram(file: string, input: ToolInput): LoadedModule {
  const loaded = loadStage(file, input);
  refuseLowered(file, loaded);
  return loaded;
}

/** Like {@link loadProgram}, also for programs that were lowered for Tenstorrent. @throws ModuleError, UsageError */
export function loadStage(file: string, input: ToolInput): LoadedModule {
  return withGspmdShardings(loadCheckedProgram(file, input));
}

/**
 * Reads and verifies a module, in which custom calls that stand for operations are these operations.
 *
 * @param isKept whether calls of a target stay.
 * @throws ModuleError, UsageError as {@link loadModule}.
 */
export function loadOperations(
  file: string,
  input: ToolInput,
  isKept?: (target: string) => boolean,
): LoadedModule {
  return loadedOperations(loadModule(file, input), isKept);
}

function loadedOperations(loaded: LoadedModule, isKept?: (target: string) => boolean): LoadedModule {
  return {
    ...withOperations(loaded, isKept),
    reload: () => loadedOperations(loaded.reload(), isKept),
  };
}

/**
 * Reads and verifies a program for the pipelines of the target, which read GSPMD's shardings themselves if parts of the
 * program are written for one device.
 *
 * @param isKept whether calls of a target stay though they stand for operations.
 * @throws ModuleError, UsageError as {@link loadProgram}.
 */
export function loadTargetProgram(
  file: string,
  input: ToolInput,
  isKept?: (target: string) => boolean,
): LoadedModule {
  const loaded = loadCheckedProgram(file, input, isKept);
  return hasLocalParts(loaded.module) ? loaded : withGspmdShardings(loaded);
}

function loadCheckedProgram(
  file: string,
  input: ToolInput,
  isKept?: (target: string) => boolean,
): LoadedModule {
  const loaded = withCosts(loadOperations(file, input, isKept), input.costs ?? []);
  return checkedProgram(withKnownSizes(loaded, input.dimSizes ?? []));
}

function withGspmdShardings(loaded: LoadedModule): LoadedModule {
  if (!importGspmdShardings(loaded)) throw new ModuleError(loaded.log.text(), loaded.log.diagnostics);
  return { ...loaded, reload: () => withGspmdShardings(loaded.reload()) };
}

function checkedProgram(loaded: LoadedModule): LoadedModule {
  const { module, context, log } = loaded;
  if (!isNotDividedYet(module, context)) throw new ModuleError(log.text(), log.diagnostics);
  const [name, mesh] = programMesh(module) ?? ['', null];
  const most = currentBudget().limits.devices;
  if (mesh === null || mesh.totalSize <= most) return loaded;
  const title = name === '' ? 'the mesh' : `mesh @${name}`;
  const declared = [...module.body].find((op) => op instanceof MeshOp && op.symName.value === name);
  context.diagnostics.emitOn(
    declared ?? module,
    'error',
    `${limitMessage('devices', `${title} has`, mesh.totalSize, most)}; 'shardform opt' propagates shardings on meshes of any size`,
  );
  throw new ModuleError(log.text(), log.diagnostics);
}

/**
 * Reads and verifies a module.
 *
 * @throws ModuleError when it is wrong, UsageError when there is none.
 */
export function loadModule(file: string, input: ToolInput): LoadedModule {
  const bytes = readInput(file, input);
  const source = moduleSource(file, bytes, input);
  const problem = isMlirText(source) ? withoutProgram(source.text.name, bytes) : null;
  if (problem !== null) throw new UsageError(problem);
  return loadSource(source, input);
}

function loadSource(source: ModuleSource, input: ToolInput): LoadedModule {
  const context = createContext(input.extensions);
  // A binary has the locations of the program that it was made from: a message says which file it is about.
  const { name } = source.text;
  const note = source.isBinary === true ? `'${name}' was compiled from it, and is what this is about` : null;
  const log = new DiagnosticLog(context, source.text, input.columns, note);
  const names = new NamedValues(source.text.name);
  const offsets = new Map<Value, number>();
  const operations: PlacedOperation[] = [];
  const module = parseStablehloSource(
    source,
    context,
    (name, values, offset) => {
      names.add(name, values);
      for (const value of values) offsets.set(value, offset);
    },
    (op, nameOffset, end) => operations.push({ op, nameOffset, end }),
  );
  if (module === null || !verifyOp(module, context)) throw new ModuleError(log.text(), log.diagnostics);
  if (!isMlirText(source)) names.addPrinted(module);
  const reload = (): LoadedModule => loadSource(source, input);
  const { text, isBinary = false } = source;
  return { module, context, log, source: text, isBinary, names, offsets, operations, reload };
}
