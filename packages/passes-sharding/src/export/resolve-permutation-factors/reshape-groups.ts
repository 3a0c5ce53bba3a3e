import {
  type AxisList,
  type AxisRefAttr,
  axisListSize,
  type MeshAttr,
  subAxisOf,
} from '@shardform/dialect-sdy';

/** A range of dimensions. */
interface DimRange {
  readonly start: number;
  readonly end: number;
}

/** Dimensions of a reshape's operand that hold the elements of dimensions of its result; as few as possible. */
export interface ReshapeGroup {
  readonly input: DimRange;
  readonly output: DimRange;
}

/** Splits a reshape where the sides have a boundary in common. The sides have equally many elements, and some. */
export function reshapeGroups(input: readonly number[], output: readonly number[]): ReshapeGroup[] {
  const groups: ReshapeGroup[] = [];
  let [i, o] = [0, 0];
  while (i < input.length || o < output.length) {
    const [inputStart, outputStart] = [i, o];
    let [inputSize, outputSize] = [1, 1];
    do {
      if (i < input.length && (inputSize <= outputSize || o === output.length)) inputSize *= input[i++]!;
      else outputSize *= output[o++]!;
    } while (inputSize !== outputSize);
    // Dimensions of size 1 at the end belong to the last group.
    if (inputSize === 1 && groups.length > 0) {
      const last = groups.pop()!;
      groups.push({
        input: { start: last.input.start, end: i },
        output: { start: last.output.start, end: o },
      });
      continue;
    }
    groups.push({ input: { start: inputStart, end: i }, output: { start: outputStart, end: o } });
  }
  return groups;
}

/** One side of a group. */
export interface GroupSide {
  readonly range: DimRange;
  readonly shape: readonly number[];
  /** By dimension of the tensor. */
  readonly axes: readonly AxisList[];
}

/** Returns whether each device has the same elements of a group before and after. */
export function areSidesSplitAlike(input: GroupSide, output: GroupSide, mesh: MeshAttr): boolean {
  const [a, b] = [axesByStride(input, mesh), axesByStride(output, mesh)];
  return (
    a.length === b.length && a.every(({ axis, stride }, i) => axis === b[i]!.axis && stride === b[i]!.stride)
  );
}

interface StridedAxis {
  readonly axis: AxisRefAttr;
  /** Distance between devices that are neighbours along the axis, in elements. */
  readonly stride: number;
}

/** The axes that split a group, the one with the largest stride first. */
function axesByStride({ range, shape, axes }: GroupSide, mesh: MeshAttr): StridedAxis[] {
  const strided: StridedAxis[] = [];
  let inner = 1;
  for (let d = range.end - 1; d >= range.start; d--) {
    const list = axes[d] ?? [];
    let stride = inner * Math.ceil(shape[d]! / axisListSize(list, mesh));
    for (const axis of [...list].reverse()) {
      strided.push({ axis, stride });
      stride *= axis.size(mesh);
    }
    inner *= shape[d]!;
  }
  strided.sort((a, b) => b.stride - a.stride);
  const merged: StridedAxis[] = [];
  for (const next of strided) {
    const last = merged.at(-1);
    if (last !== undefined && isContinuation(last, next, mesh)) {
      const axis = subAxisOf(
        last.axis.name,
        last.axis.preSize,
        last.axis.size(mesh) * next.axis.size(mesh),
        mesh,
      );
      merged.splice(-1, 1, { axis, stride: next.stride });
    } else merged.push(next);
  }
  return merged;
}

function isContinuation(major: StridedAxis, minor: StridedAxis, mesh: MeshAttr): boolean {
  return (
    major.axis.name === minor.axis.name &&
    major.axis.nextPreSize(mesh) === minor.axis.preSize &&
    major.stride === minor.stride * minor.axis.size(mesh)
  );
}
