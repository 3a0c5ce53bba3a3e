import type { CallOp, FuncOp } from '@shardform/dialect-func';
import { FUNC_MANUAL_AXES, ORIGINAL_FUNC_NAME } from '@shardform/dialect-sdy';
import { booleanOption, definePass, idKey, type ModuleOp, SymbolRefAttr } from '@shardform/ir-core';
import { callsIn, functionsByName } from '../module/call-graph.ts';
import { originalName } from './flatten-call-graph.ts';
import { functionShardings } from '../module/func-shardings.ts';

/**
 * Makes calls of copies of a function that ended up equal call the same one.
 *
 * @param ignoreShardings whether copies with different shardings count as equal too: the one that is called most often
 *   is kept.
 */
export function unflattenCallGraph(module: ModuleOp, ignoreShardings: boolean): void {
  const functions = functionsByName(module);
  const groups = new Map<string, CopyGroup>();
  for (const call of callsIn(module)) {
    const callee = functions.get(call.callee.root);
    if (callee === undefined) continue;
    const key = keyOf(callee, ignoreShardings);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = new CopyGroup()));
    group.add(call, callee, ignoreShardings ? keyOf(callee, false) : key);
  }
  for (const group of groups.values()) group.unite();
  for (const func of functions.values()) {
    func.setAttr(ORIGINAL_FUNC_NAME, null);
    func.setAttr(FUNC_MANUAL_AXES, null);
  }
}

/** The calls of copies of one function that are alike. */
class CopyGroup {
  readonly #calls: CallOp[] = [];
  /** Number of calls by the key that distinguishes copies. */
  readonly #callCounts = new Map<string, number>();
  #chosen: FuncOp | null = null;
  #chosenKey = '';

  /** @param key the same for copies between which there is no choice. */
  add(call: CallOp, callee: FuncOp, key: string): void {
    this.#calls.push(call);
    const count = (this.#callCounts.get(key) ?? 0) + 1;
    this.#callCounts.set(key, count);
    if (this.#chosen !== null && count <= (this.#callCounts.get(this.#chosenKey) ?? 0)) return;
    this.#chosen = callee;
    this.#chosenKey = key;
  }

  unite(): void {
    if (this.#chosen === null) return;
    const ref = SymbolRefAttr.get(this.#chosen.symName.value);
    for (const call of this.#calls) call.callee = ref;
  }
}

function keyOf(func: FuncOp, ignoreShardings: boolean): string {
  const key = `${originalName(func)}|${idKey([func.getAttr(FUNC_MANUAL_AXES)])}`;
  if (ignoreShardings) return key;
  return `${key}|${idKey(functionShardings(func, 'arg_attrs'))}|${idKey(functionShardings(func, 'res_attrs'))}`;
}

/** `sdy-unflatten-call-graph`. */
export const unflattenCallGraphPass = /* @__PURE__ */ definePass({
  name: 'sdy-unflatten-call-graph',
  className: 'UnflattenCallGraphPass',
  summary: 'Unflattens the call graph by merging functions with the same origin and the same shardings.',
  options: {
    'dedup-functions-fully': booleanOption(
      'whether to deduplicate functions fully, regardless of the shardings',
    ),
  },
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run: (module, { options }) => unflattenCallGraph(module, options['dedup-functions-fully']),
});
