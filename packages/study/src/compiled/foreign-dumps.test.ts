import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { simulator } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { Study } from '../study.ts';
import { attributeCollectives } from './attribution.ts';
import { compiledCollectives } from './list-compiled.ts';

const step = `module @jit_step {
  sdy.mesh @mesh = <["data"=4, "model"=2]>
  func.func public @main(%x: tensor<64x128xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"), %w: tensor<128x256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>} loc("w"), %v: tensor<256x128xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>} loc("v")) -> tensor<64x128xbf16> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x128xbf16>, tensor<128x256xbf16>) -> tensor<64x256xbf16> loc("jit(step)/dot_general"("model.py":4:8))
    %1 = stablehlo.tanh %0 : tensor<64x256xbf16> loc("jit(step)/tanh"("model.py":5:8))
    %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> loc("jit(step)/proj/dot_general"("model.py":6:8))
    return %2 : tensor<64x128xbf16>
  }
}`;

/** The collectives of a dump of the step: kind, axes, bytes, value, change, kind of cause, decisions. */
function told(dump: string): readonly string[] {
  const context = new Context([
    ...[builtinPasses, funcDialect, stablehloDialect, sdyDialect, shardingPasses, simulator],
  ]);
  const study = Study.read('step.mlir', step, context);
  return attributeCollectives(readHloText(dump), study).map(
    ({ kind, axes, bytes, place, moved: [array], decisions }) =>
      `${kind} ${axes.join()} ${bytes} B at ${place}: ${array!.value} ${array!.from} to ${array!.to}: ${[array!.cause, ...decisions].map((own) => own.kind).join()}`,
  );
}

describe('dumps in the style of other compilers', () => {
  test('for GPUs: asynchronous collectives, gemms of a library, configurations of kernels', () => {
    const at = (name: string, line: number): string =>
      `metadata={op_name="jit(step)/${name}" source_file="model.py" source_line=${line}}, backend_config={"operation_queue_id":"0","wait_on_operation_queues":[],"collective_backend_config":{"is_sync":false,"no_parallel_custom_call":false},"force_earliest_schedule":false}`;
    expect(
      told(`HloModule jit_step, is_scheduled=true, entry_computation_layout={(bf16[16,128]{1,0}, bf16[32,128]{1,0}, bf16[128,128]{1,0})->bf16[16,128]{1,0}}, num_partitions=8, frontend_attributes={fingerprint_before_lhs="2e1b"}

%region_add (a: bf16[], b: bf16[]) -> bf16[] {
  %a = bf16[] parameter(0)
  %b = bf16[] parameter(1)
  ROOT %sum = bf16[] add(%a, %b)
}

%fused_tanh (param_0: bf16[16,128]) -> bf16[16,128] {
  %param_0 = bf16[16,128]{1,0} parameter(0)
  ROOT %tanh.2 = bf16[16,128]{1,0} tanh(%param_0), metadata={op_name="jit(step)/tanh"}
}

%async_computation (p: bf16[16,128]) -> bf16[16,128] {
  %p = bf16[16,128]{1,0} parameter(0)
  ROOT %all-reduce.9 = bf16[16,128]{1,0} all-reduce(%p), channel_id=2, replica_groups=[4,2]<=[8], use_global_device_ids=true, to_apply=%region_add, ${at('proj/dot_general', 6)}
}

ENTRY %main.12_spmd (param.0: bf16[16,128], param.1: bf16[32,128], param.2: bf16[128,128]) -> bf16[16,128] {
  %param.0 = bf16[16,128]{1,0} parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}, metadata={op_name="x"}
  %param.1 = bf16[32,128]{1,0} parameter(1), sharding={devices=[4,2]<=[8]}, metadata={op_name="w"}
  %param.2 = bf16[128,128]{1,0} parameter(2), sharding={devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}, metadata={op_name="v"}
  %all-gather-start = (bf16[32,128]{1,0}, bf16[128,128]{1,0}) all-gather-start(%param.1), channel_id=1, replica_groups=[2,4]<=[4,2]T(1,0), dimensions={0}, use_global_device_ids=true, ${at('dot_general', 4)}
  %all-gather-done = bf16[128,128]{1,0} all-gather-done(%all-gather-start), metadata={op_name="jit(step)/dot_general"}
  %cublas-gemm.1 = (bf16[16,128]{1,0}, s8[4194304]{0}) custom-call(%param.0, %all-gather-done), custom_call_target="__cublas$gemm", metadata={op_name="jit(step)/dot_general"}, backend_config={"gemm_backend_config":{"alpha_real":1,"beta":0,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"],"lhs_batch_dimensions":[],"rhs_batch_dimensions":[]}}}
  %get-tuple-element.1 = bf16[16,128]{1,0} get-tuple-element(%cublas-gemm.1), index=0
  %loop_tanh_fusion = bf16[16,128]{1,0} fusion(%get-tuple-element.1), kind=kLoop, calls=%fused_tanh, metadata={op_name="jit(step)/tanh"}
  %cublas-gemm.2 = (bf16[16,128]{1,0}, s8[4194304]{0}) custom-call(%loop_tanh_fusion, %param.2), custom_call_target="__cublas$gemm", metadata={op_name="jit(step)/proj/dot_general"}
  %get-tuple-element.2 = bf16[16,128]{1,0} get-tuple-element(%cublas-gemm.2), index=0
  %all-reduce-start = ((bf16[16,128]{1,0}), bf16[16,128]{1,0}) async-start(%get-tuple-element.2), calls=%async_computation
  ROOT %all-reduce-done = bf16[16,128]{1,0} async-done(%all-reduce-start)
}
`),
    ).toMatchInlineSnapshot(`
      [
        "all_gather data 24576 B at model.py:4: %w [{data}, {model}] to [{}, {model}]: conflict",
        "all_reduce model 4096 B at model.py:6: %2 [{data}, {}] partial along model to [{data}, {}]: partial-results",
      ]
    `);
  });

  test('for TPUs: tiled layouts, memory spaces, products as convolutions in fusions, scopes of the main function', () => {
    const at = (name: string, line: number): string =>
      `metadata={op_name="jit(step)/jit(main)/${name}" source_file="model.py" source_line=${line}}, backend_config={"flag_configs":[],"barrier_config":{"barrier_type":"CUSTOM","id":"0"},"estimated_cycles":"1021"}`;
    const tiled = '{1,0:T(8,128)(2,1)}';
    const fast = '{1,0:T(8,128)(2,1)S(1)}';
    expect(
      told(`HloModule jit_step, is_scheduled=true, num_partitions=8

%add.clone (x.1: f32[], y.1: f32[]) -> f32[] {
  %x.1 = f32[]{:T(128)} parameter(0)
  %y.1 = f32[]{:T(128)} parameter(1)
  ROOT %add.3 = f32[]{:T(128)} add(f32[]{:T(128)} %x.1, f32[]{:T(128)} %y.1)
}

%async_collective_fusion (p0: bf16[32,128]) -> bf16[128,128] {
  %p0 = bf16[32,128]${tiled} parameter(0)
  ROOT %all-gather.3 = bf16[128,128]${tiled} all-gather(bf16[32,128]${tiled} %p0), channel_id=1, replica_groups=[2,4]<=[4,2]T(1,0), dimensions={0}, use_global_device_ids=true, ${at('dot_general', 4)}
}

%fused_dot (q0: bf16[16,128], q1: bf16[128,128]) -> bf16[16,128] {
  %q0 = bf16[16,128]${tiled} parameter(0)
  %q1 = bf16[128,128]${tiled} parameter(1)
  ROOT %convolution.5 = bf16[16,128]${fast} convolution(bf16[16,128]${tiled} %q0, bf16[128,128]${tiled} %q1), dim_labels=bf_io->bf, ${at('dot_general', 4)}
}

%fused_proj (r0: bf16[16,128], r1: bf16[128,128]) -> f32[16,128] {
  %r0 = bf16[16,128]${fast} parameter(0)
  %r1 = bf16[128,128]${tiled} parameter(1)
  %tanh.9 = bf16[16,128]${tiled} tanh(bf16[16,128]${fast} %r0), ${at('tanh', 5)}
  ROOT %convolution.6 = f32[16,128]{1,0:T(8,128)S(1)} convolution(bf16[16,128]${tiled} %tanh.9, bf16[128,128]${tiled} %r1), dim_labels=bf_io->bf, ${at('proj/dot_general', 6)}
}

ENTRY %main.12_spmd (param.0: bf16[16,128], param.1: bf16[32,128], param.2: bf16[128,128]) -> f32[16,128] {
  %param.0 = bf16[16,128]${tiled} parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
  %param.1 = bf16[32,128]${tiled} parameter(1), sharding={devices=[4,2]<=[8]}
  %param.2 = bf16[128,128]${tiled} parameter(2), sharding={devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}
  %async-collective-start = ((bf16[32,128]${tiled}), bf16[128,128]${fast}, u32[]{:S(2)}, u32[]{:S(2)}) async-start(bf16[32,128]${tiled} %param.1), calls=%async_collective_fusion, ${at('dot_general', 4)}
  %async-collective-done = bf16[128,128]${fast} async-done(((bf16[32,128]${tiled}), bf16[128,128]${fast}, u32[]{:S(2)}, u32[]{:S(2)}) %async-collective-start), ${at('dot_general', 4)}
  %fusion.1 = bf16[16,128]${fast} fusion(bf16[16,128]${tiled} %param.0, bf16[128,128]${fast} %async-collective-done), kind=kOutput, calls=%fused_dot, ${at('dot_general', 4)}
  %fusion.2 = f32[16,128]{1,0:T(8,128)S(1)} fusion(bf16[16,128]${fast} %fusion.1, bf16[128,128]${tiled} %param.2), kind=kOutput, calls=%fused_proj, ${at('proj/dot_general', 6)}
  ROOT %all-reduce.1 = f32[16,128]{1,0:T(8,128)} all-reduce(f32[16,128]{1,0:T(8,128)S(1)} %fusion.2), channel_id=2, replica_groups={{0,1},{2,3},{4,5},{6,7}}, use_global_device_ids=true, to_apply=%add.clone, ${at('proj/dot_general', 6)}
}
`),
    ).toMatchInlineSnapshot(`
      [
        "all_reduce model 8192 B at model.py:6: %2 [{data}, {}] partial along model to [{data}, {}]: partial-results,widened",
        "all_gather data 24576 B at model.py:4: %w [{data}, {model}] to [{}, {model}]: conflict",
      ]
    `);
  });

  test('permutes that were made sends of a loop, with contexts and pipelines', () => {
    const collectives = compiledCollectives(
      readHloText(`HloModule jit_ring, is_scheduled=true, num_partitions=8

%body (s: (u32[], bf16[16,128])) -> (u32[], bf16[16,128]) {
  %s = (u32[], bf16[16,128]{1,0}) parameter(0)
  %i = u32[] get-tuple-element(%s), index=0
  %v = bf16[16,128]{1,0} get-tuple-element(%s), index=1
  %token = token[] after-all()
  %recv = (bf16[16,128]{1,0}, u32[], token[]) recv(%token), channel_id=3, frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{1,2},{2,3},{3,4}},_xla_send_recv_pipeline="0",_xla_send_recv_validation={{0,3},{1,4},{2,5},{3,6}}}, control-predecessors={%v}
  %send = (bf16[16,128]{1,0}, u32[], token[]) send(%v, %token), channel_id=3, frontend_attributes={_xla_send_recv_source_target_pairs={{0,1},{1,2},{2,3},{3,4}},_xla_send_recv_pipeline="0"}
  %recv-done = (bf16[16,128]{1,0}, token[]) recv-done(%recv), channel_id=3
  %send-done = token[] send-done(%send), channel_id=3
  %got = bf16[16,128]{1,0} get-tuple-element(%recv-done), index=0
  ROOT %t = (u32[], bf16[16,128]{1,0}) tuple(%i, %got)
}

%cond (c: (u32[], bf16[16,128])) -> pred[] {
  %c = (u32[], bf16[16,128]{1,0}) parameter(0)
  ROOT %true = pred[] constant(true)
}

ENTRY %main (x: bf16[16,128], sizes: s32[8]) -> (bf16[16,128], bf16[16,128], bf16[16,128]) {
  %x = bf16[16,128]{1,0} parameter(0)
  %sizes = s32[8]{0} parameter(1)
  %z = u32[] constant(0)
  %init = (u32[], bf16[16,128]{1,0}) tuple(%z, %x)
  %while = (u32[], bf16[16,128]{1,0}) while(%init), condition=%cond, body=%body, backend_config={"known_trip_count":{"n":"5"},"known_init_step":{"init":"0","step":"1"}}
  %r = bf16[16,128]{1,0} get-tuple-element(%while), index=1
  %collective-permute-start = (bf16[16,128]{1,0}, bf16[16,128]{1,0}, u32[], u32[]) collective-permute-start(%x), channel_id=4, source_target_pairs={{0,1},{1,0},{2,3},{3,2}}, backend_config={"collective_backend_config":{"is_sync":true}}
  %collective-permute-done = bf16[16,128]{1,0} collective-permute-done(%collective-permute-start)
  %ragged-all-to-all = bf16[16,128]{1,0} ragged-all-to-all(%x, %r, %sizes, %sizes, %sizes, %sizes), channel_id=5, replica_groups={{0,1,2,3,4,5,6,7}}
  %collective-broadcast-start = (bf16[16,128]{1,0}, bf16[16,128]{1,0}) collective-broadcast-start(%x), channel_id=6, replica_groups={{0,1,2,3},{4,5,6,7}}
  %collective-broadcast-done = bf16[16,128]{1,0} collective-broadcast-done(%collective-broadcast-start)
  ROOT %out = (bf16[16,128]{1,0}, bf16[16,128]{1,0}, bf16[16,128]{1,0}) tuple(%collective-permute-done, %ragged-all-to-all, %collective-broadcast-done)
}
`),
    );
    expect(
      collectives.map(
        ({ kind, executions, bytes, bytesMeaning, groups }) =>
          `${executions} x ${kind}, ${bytesMeaning} ${bytes} B, ${groups.length} groups`,
      ),
    ).toMatchInlineSnapshot(`
      [
        "1 x collective_permute, exact 4096 B, 4 groups",
        "1 x ragged_all_to_all, at-most 4096 B, 1 groups",
        "1 x collective_broadcast, exact 4096 B, 2 groups",
        "5 x send, exact 4096 B, 4 groups",
      ]
    `);
  });
});
