import type { Type } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { OpReport } from '../verify/report.ts';
import type { ImplicitTerminatorTrait } from './implicit-terminator.ts';
import { defineTrait, type Trait } from './trait.ts';

/** The op ends its block. */
export const terminator: Trait = defineTrait({
  name: 'Terminator',
  verify: (op, report) =>
    op.parent === null ||
    op.next === null ||
    report.opError('must be the last operation in the parent block'),
});

/** The op's regions see no values from outside. */
export const isolatedFromAbove: Trait = defineTrait({
  name: 'IsolatedFromAbove',
  verifyRegions: (op, report) => op.regions.every((region) => verifyIsolation(op, region, report)),
});

function verifyIsolation(isolated: Operation, limit: Region, report: OpReport): boolean {
  const work: Region[] = [limit];
  for (let region = work.pop(); region !== undefined; region = work.pop()) {
    for (const block of region.blocks) {
      for (let op = block.firstOp; op !== null; op = op.next) {
        for (const { value } of op.operands) {
          const home = value.parentBlock?.parent ?? null;
          if (home === region || home?.isInside(limit) === true) continue;
          return report
            .on(op)
            .opErrorWithNotes('using value defined outside the region')
            .note(isolated.location, 'required by region isolation constraints');
        }
        // Isolated operations inside are checked for themselves.
        if (op.regions.length > 0 && !op.definition.isIsolatedFromAbove) work.push(...op.regions);
      }
    }
  }
  return true;
}

/** The op's result is a constant given by its `value` attribute. */
export const constantLike: Trait = defineTrait({ name: 'ConstantLike' });

/** Operands may be exchanged. */
export const commutative: Trait = defineTrait({ name: 'Commutative' });

/** The op terminates a callable or region by handing its operands to the parent. */
export const returnLike: Trait = defineTrait({ name: 'ReturnLike' });

/** The op defines a symbol with `sym_name`, unless its declaration makes that optional and it has none. */
export const symbol: Trait = defineTrait({ name: 'Symbol' });

/** The op's region is a name space for symbols. */
export const symbolTable: Trait = defineTrait({ name: 'SymbolTable' });

/** Sizes of operand groups are stored in `operandSegmentSizes`. */
export const attrSizedOperandSegments: Trait = defineTrait({ name: 'AttrSizedOperandSegments' });

/** Sizes of result groups are stored in `resultSegmentSizes`. */
export const attrSizedResultSegments: Trait = defineTrait({ name: 'AttrSizedResultSegments' });

/** The op's blocks need no terminator. */
export const noTerminator: Trait = defineTrait({ name: 'NoTerminator' });

/** Order in the op's regions means nothing: values may be used before they are defined. */
export const graphRegion: Trait = defineTrait({ name: 'GraphRegion' });

/** Each region of the op has at most one block. */
export const singleBlock: Trait = defineTrait({
  name: 'SingleBlock',
  phase: 'structure',
  verify(op, report) {
    for (const region of op.regions) {
      if (region.blocks.length > 1) {
        return report.opError(`expects region #${region.index} to have 0 or 1 blocks`);
      }
    }
    return true;
  },
});

/** The op stands directly in one of the named operations. */
/* @__NO_SIDE_EFFECTS__ */
export function hasParent(...names: readonly string[]): Trait {
  return defineTrait({
    name: 'HasParent',
    phase: 'structure',
    verify(op, report) {
      const parent = op.parentOp;
      if (parent === null || names.includes(parent.name)) return true;
      const expected = `'${names.join(', ')}'`;
      return report.opError(
        names.length === 1 ? `expects parent op ${expected}` : `expects parent op to be one of ${expected}`,
      );
    },
  });
}

/** Single-block regions that end with the named op, which the text leaves out when it has no operands. */
/* @__NO_SIDE_EFFECTS__ */
export function singleBlockImplicitTerminator(terminatorName: string): ImplicitTerminatorTrait {
  return {
    name: 'SingleBlockImplicitTerminator',
    phase: 'structure',
    terminatorName,
    verify: (op, report) => singleBlock.verify?.(op, report) ?? true,
    verifyRegions(op, report) {
      for (const region of op.regions) {
        const last = region.blocks[0]?.lastOp ?? null;
        if (last === null || last.name === terminatorName) continue;
        return report
          .opErrorWithNotes(`expects regions to end with '${terminatorName}', found '${last.name}'`)
          .note(
            op.location,
            `in custom textual format, the absence of terminator implies '${terminatorName}'`,
          );
      }
      return true;
    },
  };
}

/** Some values of the op have the same type; formats need to mention only one of them. */
/* @__NO_SIDE_EFFECTS__ */
export function allTypesMatch(...names: readonly string[]): Trait {
  return {
    name: 'AllTypesMatch',
    verify(op, report) {
      const types = names.flatMap((name) => typesNamed(op, name));
      return (
        types.every((type) => type === types[0]) ||
        report.opError(`failed to verify that all of {${names.join(', ')}} have same type`)
      );
    },
    resolveTypes(resolution) {
      let known: Type | null = null;
      for (const name of names) known ??= resolution.typeOf(name);
      if (known !== null) for (const name of names) resolution.setType(name, known);
    },
  };
}

/** All operands and results have one type; formats need to mention only one of them. */
export const sameOperandsAndResultType: Trait = {
  name: 'SameOperandsAndResultType',
  verify(op, report) {
    const first = op.results[0]?.type ?? op.operands[0]?.value.type;
    return (
      (op.results.every((result) => result.type === first) &&
        op.operands.every((operand) => operand.value.type === first)) ||
      report.opError('requires the same type for all operands and results')
    );
  },
  resolveTypes(resolution) {
    const known = resolution.anyKnownType();
    if (known !== null) resolution.setAllTypes(known);
  },
};

/** All types of the values that a declared name stands for. */
export function typesNamed(op: Operation, name: string): Type[] {
  const { operands, results } = op.definition;
  const declared =
    operands.find((group) => group.name === name) ?? results.find((group) => group.name === name);
  if (declared === undefined) throw new Error(`'${op.name}' declares no value '${name}'`);
  // The accessor of a declared name gives a value or a list of values.
  const value = (op as unknown as Record<string, { type: Type } | { type: Type }[] | null>)[
    declared.accessor
  ];
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map((one) => one.type) : [value.type];
}
