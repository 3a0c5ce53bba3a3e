import { expect, test } from 'vitest';
import { readBufferAssignmentText } from './buffer-assignment.ts';

const TEXT = `BufferAssignment:
allocation 0: size 2048, maybe-live-out:
 value: <28 ynn_fusion @0> (size=2048,offset=0): f32[16,32]{1,0}
 value: <53 wide.param.2{1} (phi) @0> (size=2048,offset=0): f32[16,32]{1,0}
allocation 1: size 1024, parameter 0, shape |f32[16,16]| at ShapeIndex {}, maybe-live-out:
 value: <36 param.2 @0> (size=1024,offset=0): f32[16,16]{1,0}
allocation 2: size 4, parameter 1, shape |(s32[], s32[])| at ShapeIndex {1}:
allocation 3: size 4, constant:
 value: <23 constant.0 @0> (size=4,offset=0): s32[]
allocation 4: size 16, output shape is |(f32[16,16], f32[16,32])|, maybe-live-out:
 value: <49 tuple.17{} @0> (size=16,offset=0): (f32[16,16]{1,0}, f32[16,32]{1,0})
allocation 5: size 24644, preallocated-temp:
 value: <25 wrapped_copy.2 @0> (size=2048,offset=20544): f32[16,32]{0,1}
allocation 6: size 4, thread-local:

Total bytes used: 27756 (27.1KiB)
allocation 7: size 1:
`;

test('reads the buffer assignment of a dump', () => {
  const common = { isThreadLocal: false, isConstant: false, maybeLiveOut: false, memorySpace: 0 };
  expect(readBufferAssignmentText(TEXT)).toEqual([
    {
      ...{ ...common, index: 0, size: 2048, maybeLiveOut: true },
      buffers: [
        { instruction: 'ynn_fusion', shapeIndex: [], offset: 0, size: 2048 },
        { instruction: 'wide.param.2', shapeIndex: [1], offset: 0, size: 2048 },
      ],
    },
    {
      ...{ ...common, index: 1, size: 1024, maybeLiveOut: true, parameter: { number: 0, index: [] } },
      buffers: [{ instruction: 'param.2', shapeIndex: [], offset: 0, size: 1024 }],
    },
    { ...common, index: 2, size: 4, parameter: { number: 1, index: [1] }, buffers: [] },
    {
      ...{ ...common, index: 3, size: 4, isConstant: true },
      buffers: [{ instruction: 'constant.0', shapeIndex: [], offset: 0, size: 4 }],
    },
    {
      ...{ ...common, index: 4, size: 16, maybeLiveOut: true },
      buffers: [{ instruction: 'tuple.17', shapeIndex: [], offset: 0, size: 16 }],
    },
    {
      ...{ ...common, index: 5, size: 24644 },
      buffers: [{ instruction: 'wrapped_copy.2', shapeIndex: [], offset: 20544, size: 2048 }],
    },
    { ...common, index: 6, size: 4, isThreadLocal: true, buffers: [] },
  ]);
});

test('other text is not a buffer assignment', () => {
  expect(readBufferAssignmentText('HloModule m\n')).toBeNull();
});
