import { describe, expect, test } from 'vitest';
import { Context } from '../ir/context.ts';
import { definePass } from '../pass/pass.ts';
import { nestImplicitly } from '../pass/pipeline.ts';
import { runPasses } from '../pass/run-passes.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import { Budget, currentBudget, withBudget } from './budget.ts';
import { sharedInterrupt, signalInterrupt } from './interrupt.ts';
import { Interrupted } from './limit-error.ts';

const context = new Context([]);
context.allowUnregisteredDialects = true;

function messagesOf(text: string, budget = new Budget()): string[] {
  const { diagnostics } = context.diagnostics.capture(() =>
    withBudget(budget, () => parseModule(text, context)),
  );
  return diagnostics.map(({ message }) => message);
}

/** Each of `count` aliases stands for ten of the one before. */
function laughs(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `#a${i + 1} = [${new Array<string>(10).fill(`#a${i}`).join(', ')}]`,
  );
  return ['#a0 = [0]', ...lines, `"t.use"() {a = #a${count}} : () -> ()`].join('\n');
}

describe('limits', () => {
  test('aliases may stand for so much text', () => {
    expect(messagesOf(laughs(3))).toEqual([]);
    expect(messagesOf(laughs(20))).toEqual([
      'aliases stand for 67,666,627 characters, more than the 67,108,864 allowed; --limit-alias-text raises the limit',
    ]);
  });

  test('a host raises and lowers them', () => {
    const text = '"t.use"() {a = [[[[0]]]]} : () -> ()';
    expect(messagesOf(text)).toEqual([]);
    expect(messagesOf(text, new Budget({ nesting: 3 }))).toEqual([
      'nesting is too deep: the limit is 1 regions, or 3 levels of attributes and types',
    ]);
  });

  test('printed text has an end', () => {
    const module = parseModule(laughs(4), context)!;
    const print = (): string => printOp(module, context);
    expect(print().length).toBeGreaterThan(10_000);
    expect(() => withBudget(new Budget({ output: 10_000 }), print)).toThrow(
      'the printed text is longer than 16.0 KiB of text, more than the 9.8 KiB allowed; --limit-output raises the limit, to 511.0 MiB of text at most',
    );
  });

  test('what is spent is added up', () => {
    const budget = new Budget({ operations: 10 });
    budget.spend('operations', 'copies have', 6);
    expect(() => budget.spend('operations', 'copies have', 6)).toThrow(
      'copies have more than the 10 operations allowed; --limit-operations raises the limit',
    );
  });
});

describe('withBudget', () => {
  test('ends with the work, also with work that fails', () => {
    const outer = currentBudget();
    const budget = new Budget();
    expect(withBudget(budget, currentBudget)).toBe(budget);
    expect(() =>
      withBudget(budget, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(currentBudget()).toBe(outer);
  });

  test('ends when a promise is settled', async () => {
    const outer = currentBudget();
    const budget = new Budget();
    const seen = await withBudget(budget, async () => {
      await Promise.resolve();
      return currentBudget();
    });
    expect(seen).toBe(budget);
    expect(currentBudget()).toBe(outer);
  });
});

describe('interrupts', () => {
  const addAttribute = definePass({
    name: 'test-add-attribute',
    summary: 'adds an attribute to each operation, then waits for an interrupt',
    run(op) {
      for (const inner of op.regions[0]!.entry) inner.erase();
      for (;;) currentBudget().checkInterrupt();
    },
  });

  test('a pass that is interrupted leaves the module as it was', () => {
    const module = parseModule('"t.a"() {x = 1 : i32} : () -> ()', context)!;
    const before = printOp(module, context);
    const pipeline = nestImplicitly('builtin.module', [addAttribute.create()]);
    const budget = new Budget({ time: 0.01 });
    const run = (): unknown => withBudget(budget, () => runPasses(module, pipeline, context));
    expect(run).toThrow(Interrupted);
    expect(run).toThrow('stopped after 0.01 s; --limit-time raises the limit');
    expect(printOp(module, context)).toBe(before);
  });

  test('another thread or a signal raises them', () => {
    const flag = new SharedArrayBuffer(4);
    const controller = new AbortController();
    const budgets = [sharedInterrupt(flag), signalInterrupt(controller.signal)].map(
      (interrupt) => new Budget({}, interrupt),
    );
    for (const budget of budgets) expect(() => budget.checkInterrupt()).not.toThrow();
    new Int32Array(flag)[0] = 1;
    controller.abort();
    for (const budget of budgets) expect(() => budget.checkInterrupt()).toThrow('cancelled');
  });
});
