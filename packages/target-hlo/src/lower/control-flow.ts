import { CallOp } from '@shardform/dialect-func';
import { CaseOp, CompositeOp, IfOp, OptimizationBarrierOp, WhileOp } from '@shardform/dialect-stablehlo';
import type { Sharding } from '@shardform/hlo-module';
import { DictionaryAttr, type Region, StringAttr } from '@shardform/ir-core';
import type { InstructionDraft } from '../build/instruction-draft.ts';
import { capturedValues } from './captures.ts';
import type { LoweringContext } from './context.ts';
import { ExportError } from './export-error.ts';
import { type Lowering, lowering } from './lowering.ts';
import { resultShardings, tupleSharding } from './shardings.ts';

function shardingsOf(instructions: readonly InstructionDraft[]): (Sharding | null)[] {
  return instructions.map(({ sharding }) => sharding ?? null);
}

/** The argument of a branch: the only captured value, or a tuple of all. */
function argument(
  captured: readonly InstructionDraft[],
  shardings: readonly (Sharding | null)[],
  context: LoweringContext,
): InstructionDraft {
  const [only] = captured;
  if (captured.length === 1 && only !== undefined) return only;
  return context.builder.within({ sharding: tupleSharding(shardings) }, () => context.tuple(captured));
}

/** Shardings are given to the arguments of branches where the results have some, or where there are no results. */
function argumentShardings(
  captured: readonly InstructionDraft[],
  results: readonly Sharding[],
  count: number,
): readonly (Sharding | null)[] {
  return results.length > 0 || count === 0 ? shardingsOf(captured) : [];
}

/** Exports of calls, branches and loops. */
export const controlFlowLowerings: readonly Lowering[] = [
  lowering(CallOp, (op, context) => {
    const callee = context.computations.named(op.callee.root, op);
    const computation = context.computations.function(callee);
    const { frontendAttributes } = context.builder.scope;
    const config = frontendAttributes.get('backend_config');
    const rest = new Map([...frontendAttributes].filter(([name]) => name !== 'backend_config'));
    context.builder.within({ frontendAttributes: rest }, () => {
      const call = context.builder.add('call', computation.root.shape, context.getAll(op.operandValues()), {
        called: [{ role: 'to_apply', computation }],
        ...(config !== undefined && { backendConfig: config }),
      });
      if (op.resultCount > 0) context.results(op, call);
    });
  }),
  lowering(
    CompositeOp,
    (op, context) => {
      if (op.regions.length > 0) throw new ExportError(op, 'HLO has no composites with regions');
      const callee = context.computations.named(op.decomposition.root, op);
      const operands = context.getAll(op.operandValues());
      const computation = context.computations.copyOf(callee);
      const call = context.builder.within(
        {
          frontendAttributes: new Map([
            ['composite.attributes', String(op.compositeAttributes ?? DictionaryAttr.empty)],
            ['composite.name', nameOf(op)],
            ['composite.version', String(op.version?.value ?? 0n)],
          ]),
        },
        () =>
          context.builder.add('call', computation.root.shape, operands, {
            attributes: { others: new Map([['is_composite', 'true']]) },
            called: [{ role: 'to_apply', computation }],
          }),
      );
      if (op.resultCount === 1) context.set(op.getResult(), call);
      else {
        const elements = op.results.map((_, i) => context.element(call, i));
        op.results.forEach((result, i) => {
          const element = elements[i];
          if (element !== undefined) context.set(result, element);
        });
      }
    },
    true,
  ),
  lowering(OptimizationBarrierOp, (op, context) => {
    const operands = context.getAll(op.operandValues());
    const [only] = operands;
    if (only === undefined) return;
    const operand = operands.length === 1 ? only : context.tuple(operands);
    context.results(op, context.builder.add('opt-barrier', operand.shape, [operand]));
  }),
  lowering(IfOp, (op, context) => {
    const results = resultShardings(context.builder.scope.sharding, op.resultCount);
    const branches = [op.trueBranch, op.falseBranch].map((region) => {
      const captured = capturedValues([region]);
      const values = context.getAll(captured);
      return { region, captured, values, shardings: argumentShardings(values, results, op.resultCount) };
    });
    const computations = branches.map(({ region, captured, shardings }) =>
      branch(region, captured, shardings, results, context),
    );
    const pred = context.get(op.pred);
    const operands = branches.map(({ values, shardings }) => argument(values, shardings, context));
    const [onTrue, onFalse] = computations;
    if (onTrue === undefined || onFalse === undefined) return;
    const conditional = context.builder.add('conditional', onTrue.root.shape, [pred, ...operands], {
      called: [
        { role: 'true', computation: onTrue },
        { role: 'false', computation: onFalse },
      ],
    });
    context.results(op, conditional);
  }),
  lowering(CaseOp, (op, context) => {
    const results = resultShardings(context.builder.scope.sharding, op.resultCount);
    const branches = op.branches.map((region) => {
      const captured = capturedValues([region]);
      const values = context.getAll(captured);
      const shardings = argumentShardings(values, results, op.resultCount);
      const operand = argument(values, shardings, context);
      return { operand, computation: branch(region, captured, shardings, results, context) };
    });
    const [first] = branches;
    if (first === undefined) return;
    const operands = [context.get(op.index), ...branches.map(({ operand }) => operand)];
    const conditional = context.builder.add('conditional', first.computation.root.shape, operands, {
      called: branches.map(({ computation }) => ({ role: 'branch', computation })),
    });
    context.results(op, conditional);
  }),
  lowering(WhileOp, (op, context) => {
    const { builder } = context;
    let shardings: readonly (Sharding | null)[] = resultShardings(builder.scope.sharding, op.resultCount);
    const captured = capturedValues(op.regions);
    const values = context.getAll(captured);
    if (captured.length > 0 && shardings.length > 0) shardings = [...shardings, ...shardingsOf(values)];
    const sharding = shardings.length > 0 ? tupleSharding(shardings) : builder.scope.sharding;
    builder.within(
      { sharding: op.resultCount + captured.length > 1 ? sharding : builder.scope.sharding },
      () => {
        const body = context.computations.region(op.body, {
          captured,
          returned: captured,
          hasSingleArgument: true,
          argumentShardings: shardings,
          resultShardings: shardings,
        });
        const condition = context.computations.region(op.cond, {
          captured,
          hasSingleArgument: true,
          argumentShardings: shardings,
        });
        const operands = [...context.getAll(op.operandValues()), ...values];
        const [only] = operands;
        if (only === undefined)
          throw new ExportError(op, 'HLO has no loops without values; give it a counter');
        const isTuple = operands.length > 1;
        const operand = isTuple ? context.tuple(operands) : only;
        const loop = builder.add('while', operand.shape, [operand], {
          called: [
            { role: 'condition', computation: condition },
            { role: 'body', computation: body },
          ],
        });
        if (isTuple) context.untuple(op, loop);
        else context.results(op, loop);
      },
    );
  }),
];

/** The name of a composite; the accessor of that name is the operation's. */
function nameOf(op: CompositeOp): string {
  const name = op.getAttr('name');
  return name instanceof StringAttr ? name.value : '';
}

function branch(
  region: Region,
  captured: ReturnType<typeof capturedValues>,
  shardings: readonly (Sharding | null)[],
  results: readonly Sharding[],
  context: LoweringContext,
): ReturnType<LoweringContext['computations']['region']> {
  return context.computations.region(region, {
    captured,
    hasSingleArgument: true,
    argumentShardings: shardings,
    resultShardings: results,
  });
}
