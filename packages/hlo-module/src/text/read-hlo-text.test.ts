import { describe, expect, it } from 'vitest';
import { HloError } from '../hlo-error.ts';
import { readHloText } from './read-hlo-text.ts';

const text = `HloModule jit_f, entry_computation_layout={(f32[4,8]{1,0:T(8,128)(2,1)S(1)}, /*index=1*/s32[])->(f32[4], s32[])}, num_partitions=4

%sum (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %add.1 = f32[] add(f32[] %a, f32[] %b)
}

ENTRY %main (x: f32[4,8], n: s32[]) -> (f32[4], s32[]) {
  %x = f32[4,8]{1,0} parameter(0), sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate}
  %n = s32[] parameter(1), metadata={op_name="n" source_file="f.py" source_line=3}
  %zero = f32[] constant(0)
  %reduce = f32[4]{0} reduce(%x, %zero), dimensions={1}, to_apply=%sum
  %all-reduce = f32[4]{0} all-reduce(%reduce), channel_id=1, replica_groups={{0,1},{2,3}}, use_global_device_ids=true, to_apply=%sum
  ROOT %tuple = (f32[4]{0}, s32[]) tuple(%all-reduce, /*index=1*/%n), control-predecessors={%reduce}, new_attribute={a, "}"}
}
`;

describe('readHloText', () => {
  it('reads computations, operands, calls and attributes', () => {
    const module = readHloText(text);
    expect(module.name).toBe('jit_f');
    expect(module.numPartitions).toBe(4);
    expect(module.computations.map(({ name }) => name)).toEqual(['sum', 'main']);
    const [sum, main] = module.computations;
    expect(module.entry).toBe(main);
    const [x, n, zero, reduce, allReduce, tuple] = main!.instructions;
    expect(main!.parameters).toEqual([x, n]);
    expect(main!.root).toBe(tuple);
    expect(reduce!.operands).toEqual([x, zero]);
    expect(reduce!.called).toEqual([{ role: 'to_apply', computation: sum }]);
    expect(allReduce!.attributes).toEqual({
      channelId: 1,
      replicaGroups: {
        kind: 'list',
        groups: [
          [0, 1],
          [2, 3],
        ],
      },
      useGlobalDeviceIds: true,
    });
    expect(tuple!.controlPredecessors).toEqual([reduce]);
    expect(tuple!.attributes.others).toEqual(new Map([['new_attribute', '{a, "}"}']]));
    expect(n!.metadata).toEqual({ opName: 'n', sourceFile: 'f.py', sourceLine: 3 });
    expect(n!.line).toBe(11);
  });

  it('reads the same module with and without %, and with a name of its own without HloModule', () => {
    const bare = readHloText(text.replaceAll('%', ''));
    expect(bare).toEqual(readHloText(text));
    const fragment = readHloText(text.slice(text.indexOf('\n')), { name: 'fragment' });
    expect(fragment.name).toBe('fragment');
    expect(fragment.computations).toEqual(bare.computations);
  });

  it('reads instructions whose shapes and names are left out', () => {
    const { entry } = readHloText(`ENTRY e {
  x = f32[4] parameter(0)
  ROOT t = tuple(x, negate(x), f32[4] add(x, x), abs(x))
}`);
    const [first, second] = entry.root.operands;
    expect(entry.root.shape).toEqual({
      kind: 'tuple',
      elements: [1, 2, 3, 4].map(() => ({ kind: 'array', elementType: 'f32', dimensions: [4] })),
    });
    expect([first!.name, second!.name, second!.operands[0]]).toEqual(['x', 'negate', first]);
  });

  it('reads computations that follow their callers, and puts callees first', () => {
    const { computations } = readHloText(`HloModule m
ENTRY main { ROOT c = f32[] call(), to_apply=callee }
callee { ROOT one = f32[] constant(1) }`);
    expect(computations.map(({ name }) => name)).toEqual(['callee', 'main']);
    expect(computations[1]!.root.called[0]!.computation).toBe(computations[0]);
  });

  it('reads stack frames, whose parents count from 1 for none', () => {
    const { stackFrames } = readHloText(`HloModule m

FileNames
1 "a.py"
2 "b \\"c\\".py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6}
2 {file_name_id=2 function_name_id=1 line=7}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=2}

ENTRY e { ROOT c = f32[] constant(1) }`);
    expect(stackFrames).toEqual([
      {
        location: { fileName: 'a.py', functionName: 'f', line: 3, endLine: 4, column: 5, endColumn: 6 },
        parent: 0,
      },
      {
        location: { fileName: 'b "c".py', functionName: 'f', line: 7, endLine: 0, column: 0, endColumn: 0 },
        parent: 1,
      },
    ]);
  });

  it('reads a module in the lines of a log', () => {
    const lines = ['HloModule m', 'ENTRY e {', '  ROOT c = f32[] constant(1)', '}'];
    const plain = readHloText(lines.join('\n'));
    const banner = 'I0101 00:00:00.000000 1 dump.cc:7] Dumping\n';
    expect(readHloText(banner + lines.join('\n')).entry.root.line).toBe(4);
    const logged = lines.map((line) => `I0101 00:00:00.000000 1 dump.cc:7] ${line}\n`).join('');
    expect(readHloText(logged)).toEqual(plain);
  });

  it.each([
    [
      'f32[2,2] constant({ { 1, nan }, { inf, /*i=3*/-0.5 } })',
      [0x3f800000, 0x7fc00000, 0x7f800000, 0xbf000000],
    ],
    ['f32[2] constant({-nan, nan(0x1)})', [0xffc00000, 0x7f800001]],
    ['s32[2] constant({-1, 2147483647})', [0xffffffff, 0x7fffffff]],
    ['c64[1] constant({(1, -2)})', [0x3f800000, 0xc0000000]],
    ['s64[1] constant({-9223372036854775808})', [0, 0x80000000]],
    ['bf16[2] constant({1, 3.1406})', [0x40493f80]],
    ['s8[4] constant({1, -1, 127, -128})', [0x807fff01]],
    ['pred[4] constant({true, false, 1, 0})', [0x00010001]],
    ['f8e4m3fn[4] constant({448, -0, nan, 0.001953125})', [0x017f807e]],
  ])('reads the elements of %s', (constant, words) => {
    const { literal } = readHloText(`ENTRY e { ROOT c = ${constant} }`).entry.root.attributes;
    const bytes = literal?.kind === 'array' ? literal.bytes : null;
    const view = new DataView(bytes!.buffer);
    expect(words.map((_, index) => view.getUint32(index * 4, true))).toEqual(words);
    expect(bytes!.length).toBe(words.length * 4);
  });

  it('keeps constants that are elided or written once, however large they are', () => {
    const { instructions } = readHloText(`ENTRY e {
  a = f32[100000,100000] constant({...})
  b = f32[100000,100000] constant(2)
}`).entry;
    expect(instructions.map(({ attributes }) => attributes.literal)).toMatchObject([
      { bytes: null },
      { bytes: Uint8Array.of(0, 0, 0, 64), isSplat: true },
    ]);
  });

  it.each([
    ['f32[100000,100000] constant({{1}})', 'the constant has 10000000000 elements, fewer are written'],
    ['f32[2] constant({1, 2, 3})', 'more than 2 elements in dimension 0 of a constant'],
    ['s8[1] constant({128})', "expected a value of s8, found '128'"],
    ['f32[2] constant({{1, 2}})', 'more than 1 levels of braces in a constant of rank 1'],
    ['q32[2] parameter(0)', "'q32' is not a shape"],
    ['f32[2] negate(y)', "instruction 'y' is not defined before it is used"],
    ['f32[2] parameter(1)', "parameter 'c' of 'e' has the number 1, expected 0"],
    ['f32[] call(), to_apply=e', "computation 'e' calls itself"],
    ['f32[] call(), to_apply=g', "computation 'g' is not in the module"],
    ['f32[] constant(1), a=1, a=2', "attribute 'a' stands twice"],
    [
      'f32[] constant(1)\n c = f32[] constant(1)',
      "the name 'c' is taken by another instruction of the computation",
    ],
    [`${'('.repeat(10_000)}f32[]`, 'nested deeper than 256 levels'],
    [`f32[] constant(1), a=${'{'.repeat(10_000)}`, "the value of 'a' without its end"],
    ['f32[] dot(z, z)', "instruction 'z' is not defined before it is used"],
  ])('refuses %s', (instruction, message) => {
    const error = (() => {
      try {
        return readHloText(`HloModule m\nENTRY e {\n c = ${instruction}\n}`);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(HloError);
    expect(error).toMatchObject({ message: message, line: expect.any(Number) as unknown });
  });
});
