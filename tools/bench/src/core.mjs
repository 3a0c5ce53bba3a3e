import { AddOp, stablehloDialect } from '@shardform/dialect-stablehlo';
import { Block, Context, f32, parseModule, RankedTensorType, UnknownLoc } from '@shardform/ir-core';
import { Bench } from 'tinybench';
import { stablehloProgram } from './programs.mjs';

const OPS = 4000;

/**
 * The data structures of the IR, in nanoseconds per operation, type or use.
 *
 * @returns {Promise<{ what: string, ns: number }[]>}
 */
export async function benchCore() {
  const type = RankedTensorType.get([64, 256], f32);
  const context = new Context([stablehloDialect]);
  const module = parseModule(stablehloProgram(OPS), context);
  const block = new Block();
  const [lhs, rhs] = [
    block.addArgument(type, UnknownLoc.instance),
    block.addArgument(type, UnknownLoc.instance),
  ];
  const users = Array.from({ length: OPS }, () => AddOp.create({ lhs, rhs }, [type]));
  const bench = new Bench({ time: 300 });
  let sink = 0;
  bench
    .add('create an operation with 2 operands and 1 result', () => {
      const inner = new Block();
      const a = inner.addArgument(type, UnknownLoc.instance);
      for (let i = 0; i < OPS; i++) inner.append(AddOp.create({ lhs: a, rhs: a }, [type]));
    })
    .add('walk', () => {
      module.walk(() => void sink++);
    })
    .add('walk the list of one block', () => {
      for (let op = module.body.firstOp.regions[0].entry.firstOp; op !== null; op = op.next) sink++;
    })
    .add('get an interned tensor type', () => {
      for (let i = 0; i < OPS; i++) sink += RankedTensorType.get([64, 256], f32).rank;
    })
    .add('create and erase one', () => {
      const inner = new Block();
      const a = inner.addArgument(type, UnknownLoc.instance);
      for (let i = 0; i < OPS; i++) inner.append(AddOp.create({ lhs: a, rhs: a }, [type]));
      while (inner.lastOp !== null) inner.lastOp.erase();
    })
    .add('replace all uses, per use', () => {
      lhs.replaceAllUsesWith(rhs);
      for (const user of users) user.setOperand(0, lhs);
    });
  await bench.run();
  return bench.tasks.map((task) => ({ what: task.name, ns: (task.result.latency.p50 * 1e6) / OPS }));
}
