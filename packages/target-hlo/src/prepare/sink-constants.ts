import {
  cloneOp,
  constantLike,
  definePass,
  type OpOperand,
  type Operation,
  type Region,
  type Value,
} from '@shardform/ir-core';

/** Operations whose regions are functions in HLO. */
const holders: ReadonlySet<string> = new Set(
  [
    'all_reduce',
    'case',
    'if',
    'map',
    'reduce',
    'reduce_scatter',
    'reduce_window',
    'scatter',
    'select_and_scatter',
    'sort',
    'while',
  ].map((name) => `stablehlo.${name}`),
);

/** Moves constants into the branches and loops that use them: XLA's branches and loops are functions. */
export const sinkConstants = /* @__PURE__ */ definePass({
  name: 'hlo-sink-constants',
  className: 'HloSinkConstantsPass',
  summary: 'Moves constants into branches and loops',
  anchor: 'func.func',
  run(func) {
    func.walk((op) => {
      if (holders.has(op.name)) op.regions.forEach(sinkInto);
    });
  },
});

function sinkInto(region: Region): void {
  const copies = new Map<Value, Operation>();
  for (const use of usesOfOutside(region)) {
    const { value } = use;
    const constant = value.definingOp;
    if (constant?.hasTrait(constantLike) !== true) continue;
    const known = copies.get(value);
    if (known !== undefined) {
      use.set(known.getResult());
      if (value.firstUse === null) constant.erase();
      continue;
    }
    if (value.firstUse !== null && value.firstUse.nextUse === null) {
      constant.remove();
      region.entry.prepend(constant);
      continue;
    }
    const copy = cloneOp(constant);
    copies.set(value, copy);
    region.entry.prepend(copy);
    use.set(copy.getResult());
  }
}

function usesOfOutside(region: Region): OpOperand[] {
  const uses: OpOperand[] = [];
  for (const block of region.blocks) {
    for (const outer of block) {
      outer.walk((op) => {
        for (const use of op.operands) {
          const home = use.value.parentBlock?.parent ?? null;
          if (home !== region && home?.isInside(region) !== true) uses.push(use);
        }
      });
    }
  }
  return uses;
}
