import { Context, parseModule, printOp, SourceText, verifyOp } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttcoreDialect } from '../extension.ts';
import { WhileLoopOp } from './while-loop-op.ts';

/** The text printed again, or the first complaint about it. */
function roundTrip(text: string): string {
  const context = new Context([ttcoreDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) return messages[0] ?? 'failed silently';
  return printOp(module, context).trim();
}

/** A composite of the operands and results, whose function `@f` takes and gives four numbers. */
function composite(operand: string, result: string, symbol = 'f'): string {
  return `module {
  func.func private @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    return %arg0 : tensor<4xf32>
  }
  func.func @main(%arg0: ${operand}) -> ${result} {
    %0 = "ttcore.composite"(%arg0) <{composite_name = "lib.f", decomposition = @${symbol}}> : (${operand}) -> ${result}
    return %0 : ${result}
  }
}`;
}

const FOUR = 'tensor<4xf32>';

describe('ttcore composites', () => {
  it('are kept', () => {
    expect(roundTrip(composite(FOUR, FOUR))).toBe(composite(FOUR, FOUR));
  });

  it.each([
    [
      'tensor<2xf32>',
      FOUR,
      'f',
      "input type mismatch at index 0: composite has 'tensor<2xf32>', decomposition expects 'tensor<4xf32>'",
    ],
    [
      FOUR,
      'tensor<2xf32>',
      'f',
      "result type mismatch at index 0: composite produces 'tensor<2xf32>', decomposition returns 'tensor<4xf32>'",
    ],
    [FOUR, FOUR, 'g', "decomposition function 'g' not found in parent module"],
  ])('of %s giving %s need a function like @%s', (operand, result, symbol, message) => {
    expect(roundTrip(composite(operand, result, symbol))).toBe(`'ttcore.composite' op ${message}`);
  });
});

/** A loop over `@f`, which adds nothing. */
function loop(states: number, step: number, result: string, limit = '10'): string {
  return `module {
  func.func private @f(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
    return %arg0, %arg1 : tensor<i32>, tensor<4xf32>
  }
  func.func @main(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> ${result} {
    %0 = "ttcore.while_loop"(%arg0, %arg1) <{body_program = @f, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<${limit}>, output_indices = array<i32: 1>, state_count = ${states} : i32, step = #ttcore.loop_bound<${step}>}> : (tensor<i32>, tensor<4xf32>) -> ${result}
    return %0 : ${result}
  }
}`;
}

/** A loop while a function holds, and a choice. */
function conditional(test: string, branches: string): string {
  return `module {
  func.func private @round(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    return %arg0 : tensor<4xf32>
  }
  func.func private @goes(tensor<4xf32>) -> tensor<i1>
  func.func private @pair(tensor<4xf32>) -> tensor<2xi1>
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %0 = "ttcore.while_loop"(%arg0) <{body_program = @round, condition_program = @${test}, output_indices = array<i32: 0>, state_count = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "ttcore.case"(%arg1, %0) <{branch_programs = [${branches}]}> : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}`;
}

describe('ttcore loops with conditions, and choices', () => {
  it('are kept', () => {
    const text = conditional('goes', '@round, @round');
    expect(roundTrip(text)).toBe(text);
  });

  it.each([
    ['none', '@round', "'ttcore.while_loop' op 'none' does not reference a function"],
    [
      'pair',
      '@round',
      "'ttcore.while_loop' op expects '@pair' to make one number of operands of these types",
    ],
    ['goes', '', "'ttcore.case' op expects at least one function"],
    ['goes', '@none', "'ttcore.case' op '@none' does not reference a function"],
    ['goes', '@round, @goes', "'ttcore.case' op expects operands and results of the types of '@goes'"],
  ])('with test %s and branches %s are wrong', (test, branches, message) => {
    expect(roundTrip(conditional(test, branches))).toBe(message);
  });
});

describe('ttcore loops', () => {
  it('are kept, and count their rounds', () => {
    const text = loop(2, 3, FOUR);
    expect(roundTrip(text)).toBe(text);
    const context = new Context([ttcoreDialect]);
    const rounds: (number | null)[] = [];
    parseModule(new SourceText('test.mlir', text), context)?.walkOf(WhileLoopOp, (op) => {
      rounds.push(op.rounds);
    });
    expect(rounds).toEqual([4]);
  });

  it('are bounded by what operands hold', () => {
    const text = loop(2, 3, FOUR, '0, 0 : i32');
    expect(roundTrip(text)).toBe(text);
    const context = new Context([ttcoreDialect]);
    const rounds: (number | null)[] = [];
    parseModule(new SourceText('test.mlir', text), context)?.walkOf(WhileLoopOp, (op) => {
      rounds.push(
        op.rounds,
        op.roundsFor((operand) => (operand === 0 ? 7 : null)),
        op.roundsFor(() => -1),
      );
    });
    expect(rounds).toEqual([null, 3, 0]);
  });

  it.each(['0, 1 : i32', '0, 2 : i32'])('bounded by %s, which is no integer, are wrong', (limit) => {
    expect(roundTrip(loop(2, 1, FOUR, limit))).toBe(
      "'ttcore.while_loop' op expects operands that are one integer where they hold where to start and to end",
    );
  });

  it.each([
    [1, 1, FOUR, "expects operands and state of the types of '@f'"],
    [2, 0, FOUR, 'expects a step of at least one'],
    [2, 1, 'tensor<i32>', 'expects results of the types of the elements of the state they come from'],
  ])('of %i values with step %i that give %s are wrong', (states, step, result, message) => {
    expect(roundTrip(loop(states, step, result))).toBe(`'ttcore.while_loop' op ${message}`);
  });
});
