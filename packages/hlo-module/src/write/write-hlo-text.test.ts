import { expect, test } from 'vitest';
import { readHloText } from '../text/read-hlo-text.ts';
import { writeHloText } from './write-hlo-text.ts';

// Both forms as jaxlib 0.10.2 prints them.

const short = `HloModule jit_f, num_partitions=8, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["x"=8]>}}

region_0.1 {
  Arg_0.2 = f32[] parameter(0)
  Arg_1.1 = f32[] parameter(1)
  ROOT add.1 = f32[] add(Arg_0.2, Arg_1.1)
}

ENTRY main.2 {
  x.1 = f32[8,4]{1,0} parameter(0), sharding={devices=[8,1]<=[8]}, frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\\"x\\"}, {}]>"}
  constant.1 = f32[2,2]{1,0} constant({ { 1, 0.1 }, { -inf, nan } })
  slice.1 = f32[2,2]{1,0} slice(x.1), slice={[0:8:4], [0:4:2]}
  add.2 = f32[2,2]{0,1} add(slice.1, constant.1)
  constant.2 = f32[] constant(0)
  ROOT reduce.1 = f32[2]{0} reduce(add.2, constant.2), dimensions={1}, to_apply=region_0.1
}

`;

const long = `HloModule jit_f, is_scheduled=true, input_output_alias={ {}: (0, {}, may-alias) }, num_partitions=8

FileNames
1 "f.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=5 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}


%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %add.1 = f32[] add(%x, %y), metadata={op_name="jit(f)/add" stack_frame_id=1}
}

ENTRY %main (p: f32[4]) -> f32[4] {
  %p = f32[4]{0} parameter(0)
  ROOT %all-reduce = f32[4]{0} all-reduce(%p), channel_id=1, replica_groups=mesh['a'=4,'b'=2], device_ids=([2,4]T(1,0)) {'a'}, use_global_device_ids=true, to_apply=%add, backend_config={"a":[1]}
}

`;

test.each([
  ['short', short],
  ['long', long],
] as const)('writes what was read in the %s form', (form, text) => {
  expect(writeHloText(readHloText(text), { form })).toBe(text);
});
