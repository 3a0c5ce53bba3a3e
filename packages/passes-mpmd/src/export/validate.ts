import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import { FragmentCallOp, FragmentOp, meshTensorTypeOf, TransferOp } from '@shardform/dialect-mpmd';
import {
  booleanOption,
  type Context,
  type Location,
  ModuleOp,
  NameLoc,
  type Operation,
  type PassRun,
  stringOption,
  type Value,
} from '@shardform/ir-core';
import { transfersIn } from '../common/transfer-passes.ts';
import { distributedPass, mpmdPass } from '../program/distributed-pass.ts';
import { inferredBy } from '../program/inferred-by.ts';
import { isMeshBefore } from '../program/mesh-order.ts';

/** Warns, or fails where users ask for that. */
function tell(location: Location, message: string, fails: boolean, { diagnostics }: Context): void {
  if (fails) diagnostics.error(location, message);
  else diagnostics.warning(location, message);
}

/** The pattern of names by which parameters are known. */
export const PARAM_PATTERN = "params['transformer";

/** `mpmd-validate-no-param-transfers`. */
export const validateNoParamTransfers = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-validate-no-param-transfers',
  className: 'ValidateNoParamTransfersPass',
  summary: 'Warns about transfers of parameters to other meshes.',
  options: {
    'fail-on-param-transfers': booleanOption('Whether to fail rather than to warn.'),
    'param-pattern': stringOption('What the names of parameters contain.', PARAM_PATTERN),
  },
  run(func, { context, options }) {
    const pattern = options['param-pattern'];
    for (const transfer of transfersIn(func)) {
      if (transfer.isIntraMesh) continue;
      const names = [transfer.tensor.location, transfer.location]
        .map((location) => location.resolved())
        .flatMap((location) => (location instanceof NameLoc ? [location.name] : []))
        .filter((name) => name.includes(pattern));
      if (names.length === 0) continue;
      const listed = [...new Set(names)].map((name) => `"${name}"`).join(', ');
      tell(
        transfer.location,
        `Detected cross-mesh transfer of a parameter matching "${pattern}" from mesh "${transfer.tensor.type.meshName}" to "${transfer.result.type.meshName}". JAX locations: [${listed}]`,
        options['fail-on-param-transfers'],
        context,
      );
    }
  },
});

/** Passes whose fragments need not be merged. */
const TOLERATED: ReadonlySet<string> = new Set([
  'uniquify',
  'infer_mesh_wrap_meshless_ops',
  'extract_reshards',
  'infer_mesh_wrap_resultless_ops',
  'infer_mesh_convert_reduce_ops',
  'introduce_transfers',
]);

/** `mpmd-validate-no-inferred-fragments`. */
export const validateNoInferredFragments = /* @__PURE__ */ distributedPass({
  name: 'mpmd-validate-no-inferred-fragments',
  className: 'ValidateNoInferredFragmentsPass',
  summary: 'Warns about inferred fragments that were not merged.',
  options: {
    'fail-on-inferred-fragments': booleanOption(
      'Whether to fail about those that are not known to stay.',
      true,
    ),
  },
  run(func, { context, options }) {
    func.walkOf(FragmentOp, (fragment) => {
      if (fragment.isUserFragment) return;
      const passes = inferredBy(fragment) ?? [];
      if (passes.length === 0) {
        context.diagnostics.error(
          fragment.location,
          "Internal error: inferred fragment missing 'mpmd.inferred_by' attribute",
        );
        return;
      }
      const fails = options['fail-on-inferred-fragments'] && !passes.some((name) => TOLERATED.has(name));
      const message = `Inferred fragment has not been merged (inferred by ${passes.join(', ')})`;
      tell(fragment.location, message, fails, context);
    });
  },
});

/** `mpmd-validate-no-reshards`. */
export const validateNoReshards = /* @__PURE__ */ distributedPass({
  name: 'mpmd-validate-no-reshards',
  className: 'ValidateNoReshardsPass',
  summary: 'Warns about fragments that only reshard.',
  options: {
    'fail-on-reshard-only-fragments': booleanOption('Whether to fail rather than to warn.'),
  },
  run(func, { context, options }) {
    func.walkOf(FragmentCallOp, (call) => {
      if (!returnsOnlyArguments(call)) return;
      const name = call.callee.root;
      if (call.origins.length > 0) {
        context.diagnostics.error(
          call.location,
          `Internal error: reshard-only fragment '${name}' is not an inferred fragment`,
        );
        return;
      }
      const operands = call
        .operandValues()
        .map((value) => `${typeText(value)} ${String(value.location.resolved())}`);
      const results = call.results.map((result) => `${typeText(result)}${returnedAs(result, func)}`);
      tell(
        call.location,
        `Detected reshard-only fragment '${name}'. This usually indicates an unexpected reshard. Operands: ${operands.join(', ')}. Results: ${results.join(', ')}`,
        options['fail-on-reshard-only-fragments'],
        context,
      );
    });
  },
});

function returnsOnlyArguments(call: FragmentCallOp): boolean {
  let module = call.parentOp;
  while (module !== null && !(module instanceof ModuleOp)) module = module.parentOp;
  for (const func of module?.body ?? []) {
    if (!(func instanceof FuncOp) || func.symName.value !== call.callee.root || func.isDeclaration) continue;
    const { firstOp, lastOp } = func.entry;
    return firstOp === lastOp && lastOp!.operandValues().every(({ definingOp }) => definingOp === null);
  }
  return false;
}

function typeText(value: Value): string {
  const type = meshTensorTypeOf(value);
  if (type === null) return String(value.type);
  const shape = String(type.globalType).slice('tensor'.length);
  return `${type.sharding === null ? 'Replicated' : String(type.sharding)} ${shape}`;
}

/** The names that JAX gives the results of the function that a value is. */
function returnedAs(value: Value, func: FuncOp): string {
  return [...value.uses()]
    .filter(({ owner }) => owner.name === 'func.return')
    .map(({ index }) => valueAttrs(func, 'res_attrs', index).get('jax.result_info'))
    .filter((info) => info !== null)
    .map((info) => ` loc(${String(info)})`)
    .join('');
}

/** `mpmd-validate-no-backward-deps`. */
export const validateNoBackwardDeps = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-validate-no-backward-deps',
  className: 'ValidateNoBackwardDepsPass',
  summary: 'Warns about data that go back to an earlier mesh in programs without gradients.',
  options: { 'fail-on-backward-deps': booleanOption('Whether to fail rather than to warn.') },
  run(func, pass) {
    const calls: FragmentCallOp[] = [];
    func.walkOf(FragmentCallOp, (call) => void calls.push(call));
    const fails = pass.options['fail-on-backward-deps'];
    if (calls.some((call) => call.origins.some(({ transposes }) => transposes !== 0))) {
      if (!fails) return;
      pass.context.diagnostics.error(
        func.location,
        'Expected forward-only program but found non-forward fragments.',
      );
      return;
    }
    for (const call of calls) checkOperands(call, fails, pass);
  },
});

function checkOperands(call: FragmentCallOp, fails: boolean, { context }: PassRun<unknown>): void {
  for (const value of call.operandValues()) {
    const producer = producerOf(value);
    if (!(producer instanceof FragmentCallOp) || producer.mesh === call.mesh) continue;
    if (isMeshBefore(producer.mesh, call.mesh)) continue;
    tell(
      call.location,
      `Detected backward dependency but expected forward-only pipeline since there are no transpose fragments: fragment "${producer.callee.root}" mesh="${producer.mesh}" produces a value consumed by fragment "${call.callee.root}" mesh="${call.mesh}". In a forward-only pipeline, dependencies must go from earlier meshes to later meshes.`,
      fails,
      context,
    );
  }
}

function producerOf(value: Value): Operation | null {
  let at = value;
  while (at.definingOp instanceof TransferOp) at = at.definingOp.tensor;
  return at.definingOp;
}
