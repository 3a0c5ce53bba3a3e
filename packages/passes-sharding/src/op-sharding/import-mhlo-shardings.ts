import { FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  type AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  MeshOp,
  meshOps,
  rankOf,
  SHARDING,
  ShardingConstraintOp,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  booleanOption,
  type Context,
  definePass,
  DictionaryAttr,
  listOption,
  type Location,
  type ModuleOp,
  type Operation,
  positionOf,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
  type Type,
  lookUp,
  zip,
} from '@shardform/ir-core';
import {
  commonMeshOfOpShardings,
  isInOrderOf,
  NoCommonMeshError,
  reorderedMeshesOfOpShardings,
} from './common-mesh-of-op-shardings.ts';
import type { LeafOpSharding } from './op-sharding.ts';
import { OpShardingError, parseOpSharding } from './parse-op-sharding.ts';
import { OpShardingConversionError, type SdySharding, sdyOfOpSharding } from './sdy-of-op-sharding.ts';

/** The attribute that holds XLA's shardings in modules. */
export const MHLO_SHARDING = 'mhlo.sharding';

/** The custom call that annotates its operand with a sharding. */
export const SHARDING_CALL = 'Sharding';

/**
 * Options of the import: whether dimensions of arguments and results of `@main` are open, for each, or one answer for
 * all.
 */
export interface MhloImportOptions {
  readonly openArguments: readonly boolean[];
  readonly openResults: readonly boolean[];
}

/**
 * Puts all `mhlo.sharding` of a module into sdy's terms, on one mesh that it finds for them, and makes constraints of
 * `@Sharding` calls.
 *
 * @returns false after an error was reported.
 */
export function importMhloShardings(module: ModuleOp, context: Context, options: MhloImportOptions): boolean {
  const importer = new Importer(module, context, options);
  return importer.collect() && importer.convert();
}

/** A sharding of the module as text, the values that it is of, and what takes the sharding in sdy. */
interface Found {
  readonly op: Operation;
  /** `argument 1 of @main`, for messages. */
  readonly value: string;
  readonly location: Location;
  readonly text: string;
  readonly shardings: readonly LeafOpSharding[];
  readonly ranks: readonly number[];
  readonly isOpen: boolean;
  readonly store: (shardings: readonly TensorShardingAttr[]) => void;
}

class Importer {
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #options: MhloImportOptions;
  readonly #found: Found[] = [];
  #succeeded = true;
  readonly #meshNames = new Map<MeshAttr, SymbolRefAttr>();

  constructor(module: ModuleOp, context: Context, options: MhloImportOptions) {
    this.#module = module;
    this.#context = context;
    this.#options = options;
  }

  collect(): boolean {
    this.#module.walk((op) => {
      if (op instanceof FuncOp) this.#collectFunction(op);
      else this.#collectOp(op);
    }, 'pre');
    return this.#succeeded;
  }

  convert(): boolean {
    if (this.#found.length === 0) return true;
    const meshes = this.#meshes();
    if (meshes === null) return false;
    this.#insertMeshes(meshes);
    for (const found of this.#found) {
      const { shardings, ranks, isOpen } = found;
      const converted = zip(shardings, ranks).map(([sharding, rank]) => {
        const mesh = meshes.find((one) => isInOrderOf(sharding, one)) ?? meshes[0]!;
        const meshOrRef = lookUp(this.#meshNames, mesh);
        return this.#attempt(found, () => sdyOfOpSharding(sharding, { mesh, meshOrRef, rank, isOpen }));
      });
      if (!converted.every((one) => one !== null)) continue;
      this.#warnOfManualAxes(found, converted);
      found.store(converted.map(({ sharding }) => this.#byName(sharding)));
    }
    if (this.#succeeded) importShardingCalls(this.#module);
    return this.#succeeded;
  }

  // ---- collecting

  #collectFunction(func: FuncOp): void {
    const isMain = func.symName.value === 'main';
    const { inputs, results } = func.functionType;
    this.#collectValues(func, 'arg_attrs', inputs, isMain ? this.#options.openArguments : []);
    this.#collectValues(func, 'res_attrs', results, isMain ? this.#options.openResults : []);
  }

  #collectValues(
    func: FuncOp,
    which: 'arg_attrs' | 'res_attrs',
    types: readonly Type[],
    open: readonly boolean[],
  ): void {
    const all = valueAttrsList(func, which);
    if (!all.some((attrs) => attrs.get(MHLO_SHARDING) instanceof StringAttr)) return;
    all.forEach((attrs, index) => {
      const attribute = attrs.get(MHLO_SHARDING);
      if (!(attribute instanceof StringAttr)) return;
      const isOpen = open.length === 1 ? open[0]! : (open[index] ?? false);
      const value = `${which === 'arg_attrs' ? 'argument' : 'result'} ${index} of @${func.symName.value}`;
      const argument = which === 'arg_attrs' && !func.isDeclaration ? func.entry.arguments[index] : undefined;
      const place = { value, location: argument?.location ?? func.location };
      this.#add(func, place, attribute, [types[index]!], isOpen, ([sharding]) => {
        all[index] = all[index]!.with(MHLO_SHARDING, null).with(SHARDING, sharding!);
        setAllValueAttrs(func, which, all);
      });
    });
  }

  #collectOp(op: Operation): void {
    const attribute = op.discardable?.get(MHLO_SHARDING);
    if (!(attribute instanceof StringAttr)) return;
    const place = { value: `'${op.name}'`, location: op.location };
    const types = op.results.length === 0 ? [null] : op.resultTypes();
    this.#add(op, place, attribute, types, false, (shardings) => {
      op.setAttr(MHLO_SHARDING, null);
      op.setAttr(SHARDING, TensorShardingPerValueAttr.get(shardings));
    });
  }

  #add(
    op: Operation,
    place: Pick<Found, 'value' | 'location'>,
    { value: text }: StringAttr,
    types: readonly (Type | null)[],
    isOpen: boolean,
    store: Found['store'],
  ): void {
    const shardings = this.#attempt({ op, text }, () => leavesOf(text, types.length));
    if (shardings === null) return;
    const ranks = types.map((type) => (type === null ? 0 : rankOf({ type })));
    this.#found.push({ op, ...place, text, shardings, ranks, isOpen, store });
  }

  // ---- meshes

  /** One mesh where that does, else meshes with their devices in different orders, the first of which is in order. */
  #meshes(): readonly MeshAttr[] | null {
    const shardings = this.#found.flatMap((found) => found.shardings);
    try {
      return [commonMeshOfOpShardings(shardings)];
    } catch (error) {
      if (!(error instanceof NoCommonMeshError)) throw error;
      // Parts with the sizes of one device are on one mesh.
      const isManual = shardings.some(({ kind }) => kind === 'manual');
      const meshes = isManual ? null : reorderedMeshesOfOpShardings(shardings);
      if (meshes !== null) return meshes;
      this.#reportNoMesh(error);
      return null;
    }
  }

  /** The meshes of all devices first, then those of single devices by their numbers. */
  #insertMeshes(meshes: readonly MeshAttr[]): void {
    const symbols = new SymbolTable(this.#module);
    const anchor = meshOps(this.#module).at(-1)?.next ?? this.#module.body.firstOp;
    const insert = (name: string, added: MeshAttr): void => {
      const op = MeshOp.create({ symName: StringAttr.get(name), mesh: added }, [], {
        location: this.#module.location,
      });
      this.#module.body.insertBefore(op, anchor);
      this.#meshNames.set(added, SymbolRefAttr.get(symbols.insert(op)));
    };
    for (const mesh of meshes) insert('mesh', mesh);
    const devices = this.#found.flatMap(({ shardings }) =>
      shardings.flatMap((sharding) => (sharding.kind === 'maximal' ? [sharding.device] : [])),
    );
    for (const device of [...new Set(devices)].sort((a, b) => a - b)) {
      insert(`maximal_mesh_${device}`, MeshAttr.maximal(device));
    }
  }

  #byName(sharding: TensorShardingAttr): TensorShardingAttr {
    const { meshOrRef } = sharding;
    return meshOrRef instanceof MeshAttr ? sharding.onMesh(lookUp(this.#meshNames, meshOrRef)) : sharding;
  }

  // ---- problems

  /** Names two values whose shardings have no mesh in common; there are three or more where any two have one. */
  #reportNoMesh({ message }: NoCommonMeshError): void {
    const distinct = [...new Map(this.#found.map((found) => [found.text, found])).values()];
    for (const [i, second] of distinct.entries()) {
      const first = distinct.slice(0, i).find((other) => !haveCommonMesh(other, second));
      if (first === undefined) continue;
      this.#context.diagnostics.error(
        second.location,
        `the ${MHLO_SHARDING} of the module have no mesh in common: ${second.value} has "${second.text}", ${first.value} (${placeText(first)}) has "${first.text}"; ${message}`,
      );
      return;
    }
    this.#context.diagnostics.emitOn(
      this.#module,
      'error',
      `the ${MHLO_SHARDING} of the module have no mesh in common: ${message}`,
    );
  }

  #attempt<T>({ op, text }: Pick<Found, 'op' | 'text'>, convert: () => T): T | null {
    try {
      return convert();
    } catch (error) {
      if (!(error instanceof OpShardingError || error instanceof OpShardingConversionError)) throw error;
      this.#succeeded = false;
      this.#context.diagnostics.emitOn(
        op,
        'error',
        `'${op.name}' op has ${MHLO_SHARDING} "${text}": ${error.message}`,
      );
      return null;
    }
  }

  /** Values inside of manual computations need the computation, which custom calls mark. */
  #warnOfManualAxes({ op, text, shardings }: Found, converted: readonly SdySharding[]): void {
    const axes = zip(converted, shardings).flatMap(([{ manualAxes }, sharding]): readonly AxisRefAttr[] =>
      sharding.kind === 'manual' ? [] : manualAxes,
    );
    if (axes.length === 0) return;
    this.#context.diagnostics.emitOn(
      op,
      'warning',
      `'${op.name}' op has ${MHLO_SHARDING} "${text}": manual devices are left out`,
    );
  }
}

function haveCommonMesh(one: Found, other: Found): boolean {
  try {
    commonMeshOfOpShardings([...one.shardings, ...other.shardings]);
    return true;
  } catch (error) {
    if (error instanceof NoCommonMeshError) return false;
    throw error;
  }
}

/** `step.mlir:3:5`, or what kind of place it is. */
function placeText({ location }: Found): string {
  const position = positionOf(location);
  return position === null ? 'of unknown place' : `${position.file}:${position.line}`;
}

/** One sharding for each of `count` values. */
function leavesOf(text: string, count: number): LeafOpSharding[] {
  const sharding = parseOpSharding(text);
  const leaves = sharding.kind === 'tuple' ? sharding.elements : [sharding];
  if (leaves.length !== count)
    throw new OpShardingConversionError(`there are ${leaves.length} shardings for ${count} values`);
  return leaves.map((leaf) => {
    if (leaf.kind === 'tuple') throw new OpShardingConversionError('tuples in tuples are not supported');
    return leaf;
  });
}

/** Replaces `@Sharding` calls by constraints; the dimensions that the call leaves unspecified are open. */
function importShardingCalls(module: ModuleOp): void {
  module.walkOf(CustomCallOp, (call) => {
    const shardings = call.getAttr(SHARDING);
    const [input] = call.operandValues();
    if (call.callTargetName.value !== SHARDING_CALL || input === undefined) return;
    if (call.results.length !== 1 || input.type !== call.getResult().type) return;
    if (!(shardings instanceof TensorShardingPerValueAttr) || rankOf(input) === 0) return;
    const [given] = shardings.shardings;
    const open = unspecifiedDims(call);
    const sharding = given!.with({
      dims: given!.dims.map((dim, d) => (open.has(d) ? DimensionShardingAttr.get(dim.axes, false) : dim)),
    });
    const constraint = ShardingConstraintOp.create({ input, sharding }, [input.type], {
      location: call.location,
    });
    constraint.moveBefore(call);
    call.replaceAllUsesWith(constraint.results);
    call.erase();
  });
}

/** `unspecified_dims=[0,2]` in a call's configuration. */
function unspecifiedDims({ backendConfig }: CustomCallOp): ReadonlySet<number> {
  const config = backendConfig instanceof DictionaryAttr ? '' : (backendConfig?.value ?? '');
  const [, list = ''] = /unspecified_dims=\[([\d,\s]*)\]/.exec(config) ?? [];
  return new Set(list.split(',').flatMap((dim) => (dim.trim() === '' ? [] : [Number(dim)])));
}

/** `import-mhlo-shardings`. */
export const importMhloShardingsPass = /* @__PURE__ */ definePass({
  name: 'import-mhlo-shardings',
  className: 'ImportMhloShardingsPass',
  summary: 'Puts `mhlo.sharding` into `sdy.sharding` on a mesh that fits all of them.',
  description:
    "Reads XLA's shardings of arguments, results and operations, finds the mesh with the fewest axes (`_axis_0`, `_axis_1`, …) on which all can be written, and makes `sdy.sharding_constraint` of `@Sharding` calls. `{maximal device=N}` is on `@maximal_mesh_N`, `{unknown}` is open. Device lists are taken where they count in some order of axes. Shardings of different orders are on meshes of the same axes with `device_ids`; where there are none, that is an error.",
  options: {
    'allow-propagation-to-args': listOption(
      'whether dimensions of the arguments of @main are open: for each, or one for all',
      booleanOption(''),
    ),
    'allow-propagation-to-results': listOption(
      'whether dimensions of the results of @main are open: for each, or one for all',
      booleanOption(''),
    ),
  },
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, pass) {
    const { options, context } = pass;
    const succeeded = importMhloShardings(module, context, {
      openArguments: options['allow-propagation-to-args'],
      openResults: options['allow-propagation-to-results'],
    });
    if (!succeeded) pass.fail();
  },
});
