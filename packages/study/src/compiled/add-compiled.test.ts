import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { collectiveRows } from '../collectives/collective-rows.ts';
import { memoryReport } from '../memory/memory-report.ts';
import { executeStages } from '../numbers/executed-stages.ts';
import type { Stage, StepOutcome } from '../stages/stage.ts';
import { Study } from '../study.ts';
import { timelineOf } from '../time/timeline.ts';
import { valueCard } from '../values/value-card.ts';
import { addCompiled } from './add-compiled.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses, simulator],
  hloDialect,
];

const file = (name: string): string =>
  readFileSync(new URL(`../../tests/compiled/${name}`, import.meta.url), 'utf8');

const studied = (text: string): Study => Study.read('step.mlir', text, new Context(EXTENSIONS));

const added = (study: Study, text: string): StepOutcome => {
  study.run('shardform-propagate');
  return addCompiled(study, 'compiled', { file: 'step.hlo', hlo: readHloText(text) });
};

/** The source's names of the values that a stage has, with the operations that compute them there. */
const computed = (study: Study, stage: Stage): Record<string, string> =>
  Object.fromEntries(
    study.source.values.all.flatMap((value) => {
      const own = stage.values.find(study.source.values.idOf(value));
      const name = study.names.reference(value);
      return own?.definingOp == null || name === null ? [] : [[name, own.definingOp.name]];
    }),
  );

describe('a training step that jaxlib 0.10.2 has compiled for eight CPU devices', () => {
  const study = studied(file('step.mlir'));
  const { stage } = added(study, file('step.hlo'));
  const machine = gridOfChips();

  test('is the last stage, with values of the source', () => {
    expect(study.stages.at(-1)).toBe(stage);
    expect(computed(study, stage!)).toMatchObject({
      '%6': 'func.call',
      '%38': 'func.call',
      '@closed_call:%4': 'func.call',
    });
    const card = valueCard(study, stage!, '16')!;
    expect([
      card.name,
      card.line,
      card.type,
      card.localType,
      card.chip?.dims.map(({ axes }) => axes.join()),
    ]).toEqual([...['%6', 24, 'tensor<16x16xf32>', 'tensor<8x16xf32>'], ['data', '']]);
  });

  test('its collectives have lines, values and causes, and stand beside the prediction', () => {
    const { rows, unused } = collectiveRows(study, machine, stage!);
    expect(
      rows.map(({ kind, axis, line, bytes, compiled }) => {
        const moved = compiled?.moved.map(({ value }) => value).join(' ');
        return `${compiled?.instruction}: ${kind} along ${axis}, line ${line}, ${bytes} B of ${moved}: ${compiled?.beside?.verdict}`;
      }),
    ).toMatchInlineSnapshot(`
      [
        "all-reduce.4: all_reduce along model, line 24, 768 B of %6: same",
        "all-reduce: all_reduce along model, line 155, 2304 B of @closed_call:%4: same",
        "collective-permute: collective_permute along data, line 174, 64 B of @_roll_static:%0: same",
        "all-gather: all_gather along model, line 48, 960 B of %11: same",
        "all-gather.1: all_gather along data, line 48, 1280 B of %11: same",
        "collective-permute.1: collective_permute along data, line 68, 64 B of %24: same",
        "collective-permute.2: collective_permute along data, line 180, 64 B of @_roll_static_2:%0: same",
        "all-reduce.8: all_reduce along model, line 82, 768 B of %32: same",
        "all-reduce.19: all_reduce along model, line 212, 2304 B of @closed_call_5:%8: same",
        "all-reduce.22: all_reduce along data, line 204, 2304 B of @closed_call_5:%0 @closed_call_5:%6: combined",
        "all-reduce.23: all_reduce along data, line 80, 1160 B of %30 %15 %19 %38: combined",
        "psum_invariant.7: all_reduce along model, line 121, 6 B of %46: same",
      ]
    `);
    expect(unused).toMatchInlineSnapshot(`[]`);
  });

  test('its time and communication are its own', () => {
    const { facts } = study.measuredAt(stage!, machine);
    expect(facts.mesh?.axes).toEqual([
      { name: 'data', size: 2 },
      { name: 'model', size: 4 },
    ]);
    expect(facts.sent).toEqual({
      bytes: 12046,
      byAxis: [
        { axis: 'model', bytes: 7110 },
        { axis: 'data', bytes: 4936 },
      ],
      meaning: 'exact',
    });
    expect(facts.time?.seconds).toBeCloseTo(612.5e-6, 8);
    expect(timelineOf(study, stage!, machine)?.module).toBe(stage!.module);
  });

  test('its numbers are those of the program on one device', () => {
    const { stages } = executeStages(study, { inputs: { seed: 0 } });
    const { kind, deviceCount, problem, results } = stages.at(-1)!;
    expect({ kind, deviceCount, problem }).toEqual({ kind: 'devices', deviceCount: 8, problem: null });
    expect(results.map(({ comparison }) => comparison.verdict)).toEqual(Array(5).fill('equal'));
  });

  test('a step before it that changes takes it away', () => {
    study.keep(0);
    expect(study.stages).toEqual([study.source]);
  });
});

const SOURCE = `sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<8x8xf32>, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32> loc("jit(f)/dot_general"("f.py":3:4))
  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32> loc("jit(f)/dot_general"("f.py":3:4))
  return %0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
}`;

const dot = 'lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/dot_general"}';

test('operations of one name and place are told apart by what they take', () => {
  const study = studied(SOURCE);
  const { stage } = added(
    study,
    `HloModule f, is_scheduled=true, num_partitions=4

ENTRY %main (x: f32[4,8], v: f32[8,8], w: f32[8,8]) -> (f32[4,8], f32[4,8]) {
  %w = f32[8,8]{1,0} parameter(2)
  %x = f32[4,8]{1,0} parameter(0)
  %v = f32[8,8]{1,0} parameter(1)
  %second = f32[4,8]{1,0} dot(%x, %w), ${dot}
  %first = f32[4,8]{1,0} dot(%x, %v), ${dot}
  ROOT %both = (f32[4,8]{1,0}, f32[4,8]{1,0}) tuple(%first, %second)
}
`,
  );
  const text = study
    .text(stage!)
    .text.split('\n')
    .filter((line) => line.includes('dot_general'));
  expect(text.map((line) => line.trim().replace(/,[^,]*contracting.*/, ''))).toEqual([
    '%1 = stablehlo.dot_general %x, %w',
    '%0 = stablehlo.dot_general %x, %v',
  ]);
});

test('a value that devices hold otherwise than predicted has no sharding', () => {
  const study = studied(SOURCE);
  const { stage } = added(
    study,
    `HloModule f, is_scheduled=true, num_partitions=4

ENTRY %main (x: f32[4,8], v: f32[8,8], w: f32[8,8]) -> f32[16,8] {
  %x = f32[4,8]{1,0} parameter(0)
  %v = f32[8,8]{1,0} parameter(1)
  %w = f32[8,8]{1,0} parameter(2)
  %all = f32[16,8]{1,0} all-gather(%x), channel_id=1, replica_groups={{0,1,2,3}}, dimensions={0}, use_global_device_ids=true, ${dot.replace(/.*metadata/, 'metadata')}
  ROOT %first = f32[16,8]{1,0} dot(%all, %v), ${dot}
}
`,
  );
  const id = stage!.values.idOf(
    stage!.values.all.find((value) => value.definingOp?.name === 'stablehlo.dot_general')!,
  );
  const { type, localType, chip } = valueCard(study, stage!, id)!;
  expect({ type, localType, chip }).toEqual({ type: null, localType: 'tensor<16x8xf32>', chip: null });
});

test('its memory is that of the buffer assignment of the file, in facts and in the report', () => {
  const study = studied(SOURCE);
  study.run('shardform-propagate');
  const hlo = readHloText(`HloModule f, is_scheduled=true, num_partitions=4

ENTRY %main (x: f32[4,8], v: f32[8,8], w: f32[8,8]) -> (f32[4,8], f32[4,8]) {
  %x = f32[4,8]{1,0} parameter(0)
  %v = f32[8,8]{1,0} parameter(1)
  %w = f32[8,8]{1,0} parameter(2)
  %first = f32[4,8]{1,0} dot(%x, %v), ${dot}
  %second = f32[4,8]{1,0} dot(%x, %w), ${dot}
  ROOT %both = (f32[4,8]{1,0}, f32[4,8]{1,0}) tuple(%first, %second)
}
`);
  const allocation = {
    isThreadLocal: false,
    isConstant: false,
    maybeLiveOut: false,
    memorySpace: 0,
    buffers: [],
  };
  const bufferAllocations = [
    { ...allocation, index: 0, size: 128, parameter: { number: 0, index: [] } },
    { ...allocation, index: 1, size: 1000 },
  ];
  const { stage } = addCompiled(study, 'compiled', { file: 'f.pb', hlo: { ...hlo, bufferAllocations } });
  const machine = gridOfChips();
  const parts = { arguments: 128, results: 0, temporaries: 1000, aliased: 0 };
  expect(study.measuredAt(stage!, machine).facts.memory).toEqual({
    bytes: 1128,
    device: 0,
    rules: null,
    notes: [],
    parts,
  });
  expect(memoryReport(study, stage!, machine)).toMatchObject({
    report: { estimate: { peak: 1128 }, moments: [] },
  });
});

test('a program whose parts are not those of propagation is not executed', () => {
  const study = studied(
    SOURCE.replaceAll(
      '-> (tensor<16x8xf32>, tensor<16x8xf32>)',
      '-> (tensor<16x8xf32>, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})',
    ),
  );
  added(
    study,
    `HloModule f, is_scheduled=true, num_partitions=4

ENTRY %main (x: f32[4,8], v: f32[8,8], w: f32[8,8]) -> (f32[4,8], f32[4,8]) {
  %x = f32[4,8]{1,0} parameter(0)
  %v = f32[8,8]{1,0} parameter(1)
  %w = f32[8,8]{1,0} parameter(2)
  %first = f32[4,8]{1,0} dot(%x, %v), ${dot}
  ROOT %both = (f32[4,8]{1,0}, f32[4,8]{1,0}) tuple(%first, %first)
}
`,
  );
  expect(executeStages(study, { inputs: { seed: 0 } }).stages.at(-1)?.problem).toBe(
    'result 1 is split otherwise than after propagation: which device holds which part is not known',
  );
});

test('a program that it was not compiled from is an error, and no stage', () => {
  const study = studied(SOURCE);
  const compiled = (parameters: string, types: string): string =>
    `HloModule f, is_scheduled=true, num_partitions=4\n\nENTRY %main ${types} -> f32[4,8] {\n  ROOT %x = f32[4,8]{1,0} parameter(0)\n${parameters}}\n`;
  const message = (text: string): string | undefined => added(study, text).diagnostics[0]?.message;
  expect(message(compiled('', '(x: f32[4,8])'))).toBe(
    'it has 1 parameter, the program that is open has 3 parameters: it was not compiled from it',
  );
  expect(
    message(
      compiled(
        '  %v = f32[64,8]{1,0} parameter(1)\n  %w = f32[8,8]{1,0} parameter(2)\n',
        '(x: f32[4,8], v: f32[64,8], w: f32[8,8])',
      ),
    ),
  ).toBe(
    'parameter 1 is f32[64,8], which is not a part of tensor<8x8xf32> of the program that is open: it was not compiled from it',
  );
  expect(
    message('HloModule f\n\nENTRY %main (x: f32[4,8]) -> f32[4,8] {\n  ROOT %x = f32[4,8] parameter(0)\n}\n'),
  ).toBe(
    "'f' is a program before partitioning: open it alone, or take the one after all passes ('*after_optimizations.txt')",
  );
  expect(study.stages.filter(({ compiled: own }) => own !== undefined)).toEqual([]);
});
