import { FuncOp, setValueAttr } from '@shardform/dialect-func';
import { ReturnOp } from '@shardform/dialect-func';
import {
  ARG_ATTRS,
  FragmentCallOp,
  FragmentOp,
  MESH_SHAPE,
  meshNamedAt,
  meshTensorTypeOf,
  REMAT,
  RES_ATTRS,
  RESERVED_HBM_BYTES,
} from '@shardform/dialect-mpmd';
import { ManualComputationOp, MeshOp, meshOps, SHARDING } from '@shardform/dialect-sdy';
import {
  booleanOption,
  type Context,
  definePass,
  FunctionType,
  i64Attr,
  IntegerAttr,
  type ModuleOp,
  OperationKeys,
  Rewriter,
  StringAttr,
  SymbolRefAttr,
  UnitAttr,
} from '@shardform/ir-core';
import { transformShardings } from '@shardform/passes-sharding';
import { callCounterOf } from '../program/fragments.ts';
import { type CallSite, FragmentNaming, summaryOf, truncated } from './naming.ts';
import { fragmentAttrs } from './value-attrs.ts';

/** Characters of a group's name before that of the module. */
const LONGEST_NAME = 200;

/** `mpmd-lower-to-fragment-calls`. */
export const lowerToFragmentCalls = /* @__PURE__ */ definePass({
  name: 'mpmd-lower-to-fragment-calls',
  className: 'LowerToFragmentCallsPass',
  summary: 'Makes functions of fragments, one of equal ones, and calls of these.',
  options: { 'verbose-logging': booleanOption('Whether to tell which fragments each mesh executes.') },
  anchor: 'builtin.module',
  dependentDialects: ['func', 'sdy'],
  run: (module, { context, options }) =>
    new FragmentLowering(module, context, options['verbose-logging']).run(),
});

/** Fragments that become one function. */
interface Group {
  readonly id: number;
  readonly fragments: FragmentOp[];
}

class FragmentLowering {
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #isVerbose: boolean;
  readonly #functions = new Set<string>();

  constructor(module: ModuleOp, context: Context, isVerbose: boolean) {
    this.#module = module;
    this.#context = context;
    this.#isVerbose = isVerbose;
    for (const op of module.body) if (op instanceof FuncOp) this.#functions.add(op.symName.value);
  }

  run(): void {
    const fragments: FragmentOp[] = [];
    this.#module.walkOf(FragmentOp, (fragment) => void fragments.push(fragment));
    const isForwardOnly = fragments.every(({ origins }) =>
      origins.every(({ transposes }) => transposes === 0),
    );
    const naming = new FragmentNaming(isForwardOnly);
    const names = new Map<FragmentOp, string>();
    for (const group of groupsOf(fragments)) {
      const name = this.#nameOf(group, naming);
      reserveMaximum(group);
      for (const fragment of group.fragments) names.set(fragment, name);
    }
    if (this.#isVerbose) this.#tellPrograms(fragments, names, isForwardOnly);
    for (const fragment of fragments) this.#lower(fragment, names.get(fragment)!);
  }

  #moduleName(): string {
    const name = this.#module.getAttr('sym_name');
    return name instanceof StringAttr ? name.value : 'main';
  }

  #nameOf({ id, fragments }: Group, naming: FragmentNaming): string {
    const sites = new Map<string, CallSite[]>();
    for (const fragment of fragments) {
      const site = { name: naming.nameOf(fragment), callCounter: callCounterOf(fragment) };
      sites.set(fragment.mesh, [...(sites.get(fragment.mesh) ?? []), site]);
    }
    return `${truncated(`p${id}_${summaryOf(sites)}`, LONGEST_NAME)}.${this.#moduleName().replace(/^jit_/, '')}`;
  }

  /** Remarks on the programs of each mesh, in order. */
  #tellPrograms(
    fragments: readonly FragmentOp[],
    names: ReadonlyMap<FragmentOp, string>,
    isForwardOnly: boolean,
  ): void {
    const meshes = [...new Set(fragments.map(({ mesh }) => mesh))];
    for (const mesh of meshes) {
      const lines = fragments
        .filter((fragment) => fragment.mesh === mesh)
        .map((fragment) => `\t- ${names.get(fragment)!} ${originText(fragment, isForwardOnly)}`);
      this.#context.diagnostics.remark(
        this.#module.location,
        [
          `Module ${this.#moduleName()} on mesh ${mesh} will execute the following XLA programs:`,
          ...lines,
        ].join('\n'),
      );
    }
  }

  #lower(fragment: FragmentOp, name: string): void {
    if (!this.#functions.has(name)) {
      this.#functions.add(name);
      this.#makeFunction(fragment, name);
    }
    const rewriter = new Rewriter(this.#context);
    rewriter.setInsertionPoint(fragment);
    const call = rewriter.create(
      FragmentCallOp,
      {
        tensors: fragment.operandValues(),
        origin: fragment.origin,
        meshName: fragment.meshName,
        callee: SymbolRefAttr.get(name),
      },
      fragment.resultTypes(),
      { location: fragment.location },
    );
    if (fragment.hasAttr(REMAT)) call.setAttr(REMAT, UnitAttr.instance);
    rewriter.replaceOp(fragment, call.results);
  }

  #makeFunction(fragment: FragmentOp, name: string): void {
    const { entry } = fragment;
    const terminator = entry.getTerminator();
    const type = FunctionType.get(
      entry.arguments.map((argument) => argument.type),
      terminator.operandTypes(),
    );
    const func = FuncOp.create({ symName: StringAttr.get(name), functionType: type }, [], {
      location: fragment.location,
    });
    const mesh = meshNamedAt(fragment, fragment.mesh);
    if (mesh !== null) func.setAttr(MESH_SHAPE, mesh);
    func.setAttr(RESERVED_HBM_BYTES, fragment.getAttr(RESERVED_HBM_BYTES));
    for (const [which, values, attrs] of [
      ['arg_attrs', fragment.operandValues(), fragmentAttrs(fragment, ARG_ATTRS)],
      ['res_attrs', fragment.results, fragmentAttrs(fragment, RES_ATTRS)],
    ] as const) {
      values.forEach((value, i) => {
        for (const [key, attribute] of attrs[i]!.entries) setValueAttr(func, which, i, key, attribute);
        setValueAttr(func, which, i, SHARDING, meshTensorTypeOf(value)?.sharding ?? null);
      });
    }
    this.#retargetManualComputations(fragment);
    func.body.takeBody(fragment.region);
    const rewriter = new Rewriter(this.#context);
    rewriter.setInsertionPoint(terminator);
    rewriter.create(ReturnOp, { operands: terminator.operandValues() }, [], {
      location: terminator.location,
    });
    terminator.erase();
    this.#module.body.append(func);
    // The call takes the fragment's place, which has no body any more.
  }

  /** Manual computations are on the mesh of the fragment, whatever mesh they were written for. */
  #retargetManualComputations(fragment: FragmentOp): void {
    const mesh = meshNamedAt(fragment, fragment.mesh);
    fragment.walkOf(ManualComputationOp, (op) => {
      const others = new Set<string | null>();
      transformShardings(op, this.#context, (sharding) => {
        if (sharding.meshName === fragment.mesh) return sharding;
        others.add(sharding.meshName);
        return sharding.onMesh(SymbolRefAttr.get(fragment.mesh));
      });
      const isKnown = meshOps(this.#module).some(({ symName }) => symName.value === fragment.mesh);
      if (others.size === 0 || isKnown || mesh === null) return;
      this.#module.body.prepend(
        MeshOp.create({ symName: fragment.meshName, mesh }, [], { location: this.#module.location }),
      );
    });
  }
}

/**
 * Groups fragments on one mesh that do the same, in the order of their first ones. Their functions say how arguments and results
 * are split, as the types of operands and results do.
 */
function groupsOf(fragments: readonly FragmentOp[]): Group[] {
  const keys = new OperationKeys();
  const groups = new Map<string, Group>();
  for (const fragment of fragments) {
    const key = JSON.stringify([
      fragment.mesh,
      [...fragment.operandTypes(), ...fragment.resultTypes()].map(({ id }) => id),
      String(fragment.getAttr(ARG_ATTRS)),
      String(fragment.getAttr(RES_ATTRS)),
      keys.regionKey(fragment.region),
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { id: groups.size, fragments: [fragment] });
    else group.fragments.push(fragment);
  }
  return [...groups.values()];
}

/** All fragments of a function reserve what the one with the most reserves. */
function reserveMaximum({ fragments }: Group): void {
  const bytes = fragments.flatMap((fragment) => {
    const attribute = fragment.getAttr(RESERVED_HBM_BYTES);
    return attribute instanceof IntegerAttr ? [attribute.number] : [];
  });
  if (bytes.length === 0) return;
  for (const fragment of fragments) fragment.setAttr(RESERVED_HBM_BYTES, i64Attr(Math.max(...bytes)));
}

function originText(fragment: FragmentOp, isForwardOnly: boolean): string {
  const kind = (count: number): string =>
    count === 0 ? '(fwd)' : count === 1 ? '(bwd)' : `(TransposeCount=${count})`;
  const origins = fragment.origins.map(
    ({ userName, transposes }) => `${userName}${isForwardOnly ? '' : kind(transposes)}`,
  );
  const counter = callCounterOf(fragment);
  const stage = fragment.stage === null ? '' : `, stage id ${fragment.stage}`;
  const call = counter === null ? '' : `, call counter ${counter}`;
  return `from program with origins [${origins.join(', ')}]${stage}${call}.`;
}
