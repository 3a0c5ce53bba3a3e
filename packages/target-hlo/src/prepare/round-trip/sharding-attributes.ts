import { FuncOp, ReturnOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  MeshTable,
  SHARDING,
  SHARDING_RULE,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { boolAttr, type Context, type ModuleOp, type Operation, StringAttr } from '@shardform/ir-core';
import { MHLO_SHARDING, opShardingOfSdy, opShardingText } from '@shardform/passes-sharding';
import { FRONTEND_ATTRIBUTES } from '../../lower/frontend-attributes.ts';
import { addFrontendAttributes, withFrontendAttributes } from './frontend-attributes.ts';

/** The frontend attributes that hold a sharding and a sharding rule. */
const SHARDING_TEXT = 'xla.sdy.sharding';
const RULE_TEXT = 'xla.sdy.sharding_rule';
const RESULT_CALL = 'xla.sdy.FuncResultSharding';

/**
 * Writes the shardings of operations, arguments and results as frontend attributes, and as XLA's own beside.
 *
 * @returns false after an error was reported.
 */
export function exportShardingAttributes(module: ModuleOp, context: Context): boolean {
  const exporter = new AttributeExporter(module, context);
  for (const op of module.body) if (op instanceof FuncOp) exporter.function(op);
  return exporter.succeeded;
}

class AttributeExporter {
  readonly #meshes: MeshTable;
  readonly #context: Context;
  succeeded = true;

  constructor(module: ModuleOp, context: Context) {
    this.#meshes = new MeshTable(module);
    this.#context = context;
  }

  function(func: FuncOp): void {
    func.walk((op) => {
      if (op !== func) this.#operation(op);
    });
    this.#arguments(func);
    this.#results(func);
  }

  #arguments(func: FuncOp): void {
    const all = valueAttrsList(func, 'arg_attrs');
    if (!all.some((attrs) => attrs.get(SHARDING) !== null)) return;
    const changed = all.map((attrs) => {
      const sharding = attrs.get(SHARDING);
      if (!(sharding instanceof TensorShardingAttr)) return attrs;
      const text = this.#text([sharding], func);
      const frontend = withFrontendAttributes(attrs.get(FRONTEND_ATTRIBUTES), [
        [SHARDING_TEXT, StringAttr.get(String(sharding))],
      ]);
      return attrs.with(SHARDING, null).with(MHLO_SHARDING, text).with(FRONTEND_ATTRIBUTES, frontend);
    });
    setAllValueAttrs(func, 'arg_attrs', changed);
  }

  /** A result with a sharding is returned through a call that has it. */
  #results(func: FuncOp): void {
    const all = valueAttrsList(func, 'res_attrs');
    if (!all.some((attrs) => attrs.get(SHARDING) !== null)) return;
    const terminator = func.isDeclaration ? null : func.entry.lastOp;
    const changed = all.map((attrs, i) => {
      const sharding = attrs.get(SHARDING);
      if (!(sharding instanceof TensorShardingAttr)) return attrs;
      if (terminator instanceof ReturnOp) this.#resultCall(terminator, i, sharding);
      return attrs.with(SHARDING, null).with(MHLO_SHARDING, this.#text([sharding], func));
    });
    setAllValueAttrs(func, 'res_attrs', changed);
  }

  #resultCall(terminator: ReturnOp, index: number, sharding: TensorShardingAttr): void {
    const value = terminator.getOperand(index);
    const text = StringAttr.get(String(TensorShardingPerValueAttr.get([sharding])));
    const call = CustomCallOp.create(
      { inputs: [value], callTargetName: StringAttr.get(RESULT_CALL), hasSideEffect: boolAttr(true) },
      [value.type],
      {
        location: value.location,
        attributes: [[FRONTEND_ATTRIBUTES, withFrontendAttributes(null, [[SHARDING_TEXT, text]])]],
      },
    );
    call.moveBefore(terminator);
    terminator.setOperand(index, call.getResult());
  }

  #operation(op: Operation): void {
    const sharding = op.getAttr(SHARDING);
    if (sharding instanceof TensorShardingPerValueAttr) {
      op.setAttr(SHARDING, null);
      op.setAttr(MHLO_SHARDING, this.#text(sharding.shardings, op));
      addFrontendAttributes(op, [[SHARDING_TEXT, StringAttr.get(String(sharding))]]);
    }
    const rule = op.getAttr(SHARDING_RULE);
    if (rule !== null) {
      op.setAttr(SHARDING_RULE, null);
      addFrontendAttributes(op, [[RULE_TEXT, StringAttr.get(String(rule))]]);
    }
  }

  #text(shardings: readonly TensorShardingAttr[], op: Operation): StringAttr {
    const leaves = shardings.map((sharding) => {
      const mesh = this.#meshes.meshOf(sharding);
      if (mesh !== null) return opShardingOfSdy(sharding, mesh);
      this.succeeded = false;
      this.#context.diagnostics.emitOn(op, 'error', `unknown mesh of ${sharding.text}`);
      return { kind: 'replicated' as const, group: null };
    });
    const [only] = leaves;
    return StringAttr.get(
      opShardingText(leaves.length === 1 && only !== undefined ? only : { kind: 'tuple', elements: leaves }),
    );
  }
}
