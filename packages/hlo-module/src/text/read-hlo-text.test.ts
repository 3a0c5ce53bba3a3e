import { describe, expect, it } from 'vitest';
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
});
