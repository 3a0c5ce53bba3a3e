import { type FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { ARG_ATTRS, FragmentOp, meshTensorTypeOf, RES_ATTRS, TransferOp } from '@shardform/dialect-mpmd';
import { type PassRun, StringAttr, type Value } from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import { fragmentsIn } from '../program/fragments.ts';
import { isEntryPoint } from '../program/functions.ts';
import { fragmentAttrs, setFragmentAttr, setFragmentAttrs } from './value-attrs.ts';

const LAYOUT_MODE = 'mhlo.layout_mode';
/** The compiler chooses the layout. */
const AUTO = 'auto';
const DEFAULT = 'default';

/** `mpmd-mark-input-output-with-layouts`. */
export const markLayouts = /* @__PURE__ */ distributedPass({
  name: 'mpmd-mark-input-output-with-layouts',
  className: 'MarkInputOutputWithLayoutsPass',
  summary: 'Gives the users of each value the layout that inputs and outputs ask for.',
  run(func, pass) {
    if (isEntryPoint(func)) new LayoutMarker(func, pass).run();
  },
});

/** What the users of a value ask for. */
interface Demand {
  readonly layout: string;
  /** The result of the function that asks for the layout; -1 when none does. */
  readonly result: number;
  readonly fragmentUses: number;
  readonly transfers: number;
  readonly hasCpuTransfer: boolean;
}

class LayoutMarker {
  readonly #func: FuncOp;
  readonly #pass: PassRun<unknown>;

  constructor(func: FuncOp, pass: PassRun<unknown>) {
    this.#func = func;
    this.#pass = pass;
  }

  run(): void {
    for (const argument of this.#func.entry.arguments) {
      if (argument.hasUses && !this.#markArgument(argument, argument.index)) return;
    }
    for (const fragment of fragmentsIn(this.#func.entry)) if (!this.#markResults(fragment)) return;
  }

  #markArgument(argument: Value, index: number): boolean {
    const demand = this.#demandOf(argument);
    if (demand === null) return false;
    const own = layoutIn(valueAttrs(this.#func, 'arg_attrs', index).get(LAYOUT_MODE));
    if (!areCompatible(own, demand.layout)) {
      this.#pass.context.diagnostics.error(
        this.#func.location,
        `Arg #${index} is returned as result #${demand.result}, but with incompatible layouts: "${own}" vs. "${demand.layout}"`,
      );
      return false;
    }
    let chosen = demand.layout === AUTO ? own : demand.layout;
    if (demand.hasCpuTransfer) {
      if (!areCompatible(chosen, DEFAULT)) {
        this.#pass.context.diagnostics.warning(
          argument.location,
          `Arg #${index} is used in a transfer op, but with a non-default layout: "${chosen}". Forcing the layout to default.`,
        );
      }
      chosen = DEFAULT;
    } else if (chosen === AUTO && demand.fragmentUses + demand.transfers > 1) chosen = DEFAULT;
    setValueAttr(this.#func, 'arg_attrs', index, LAYOUT_MODE, layoutAttr(chosen));
    this.#setInUsers(argument, chosen);
    return true;
  }

  #markResults(fragment: FragmentOp): boolean {
    const chosen: string[] = [];
    for (const result of fragment.results) {
      const layout = result.hasUses ? this.#layoutOfResult(result, result.index) : AUTO;
      if (layout === null) return false;
      chosen.push(layout);
      this.#setInUsers(result, layout);
    }
    const attrs = fragmentAttrs(fragment, RES_ATTRS);
    setFragmentAttrs(
      fragment,
      RES_ATTRS,
      attrs.map((dictionary, i) => dictionary.with(LAYOUT_MODE, layoutAttr(chosen[i]!))),
    );
    return true;
  }

  #layoutOfResult(result: Value, index: number): string | null {
    const demand = this.#demandOf(result);
    if (demand === null) return null;
    if (demand.hasCpuTransfer) {
      if (!areCompatible(demand.layout, DEFAULT)) {
        this.#pass.context.diagnostics.warning(
          result.location,
          `Result #${index} is used in a transfer op, but with a non-default layout: "${demand.layout}". Forcing the layout to default.`,
        );
      }
      return DEFAULT;
    }
    const isShared = demand.fragmentUses + demand.transfers > 0;
    return demand.layout === AUTO && isShared ? DEFAULT : demand.layout;
  }

  /** Returns what the users of a value ask for; `null` after an error where they don't agree. */
  #demandOf(value: Value): Demand | null {
    let layout = AUTO;
    let result = -1;
    let fragmentUses = 0;
    let transfers = 0;
    let hasCpuTransfer = false;
    for (const { owner, index } of value.uses()) {
      if (owner instanceof TransferOp) {
        transfers++;
        hasCpuTransfer ||= isToCpu(owner);
      } else if (owner.name !== 'func.return') fragmentUses++;
      else {
        const asked = layoutIn(valueAttrs(this.#func, 'res_attrs', index).get(LAYOUT_MODE));
        if (!areCompatible(asked, layout)) {
          this.#pass.context.diagnostics.error(
            owner.location,
            `Result #${result} is also returned as result #${index}, but with incompatible layouts: "${layout}" vs. "${asked}"`,
          );
          return null;
        }
        if (asked !== AUTO) {
          layout = asked;
          result = index;
        }
      }
    }
    return { layout, result, fragmentUses, transfers, hasCpuTransfer };
  }

  #setInUsers(value: Value, layout: string): void {
    for (const { owner, index } of value.uses()) {
      if (owner instanceof FragmentOp)
        setFragmentAttr(owner, ARG_ATTRS, index, LAYOUT_MODE, layoutAttr(layout));
      else if (owner instanceof TransferOp) this.#setInUsers(owner.result, isToCpu(owner) ? DEFAULT : layout);
      else if (owner.name === 'func.return') {
        setValueAttr(this.#func, 'res_attrs', index, LAYOUT_MODE, layoutAttr(layout));
      }
    }
  }
}

function isToCpu(transfer: TransferOp): boolean {
  return meshTensorTypeOf(transfer.result)?.meshName.endsWith('/cpu') === true;
}

function layoutIn(attribute: unknown): string {
  return attribute instanceof StringAttr ? attribute.value : DEFAULT;
}

/** The default is meant where nothing is said. */
function layoutAttr(layout: string): StringAttr | null {
  return layout === DEFAULT ? null : StringAttr.get(layout);
}

function areCompatible(a: string, b: string): boolean {
  return a === b || a === AUTO || b === AUTO;
}
