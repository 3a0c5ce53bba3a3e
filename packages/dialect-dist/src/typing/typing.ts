import { type Operation, type OpReport, typeList } from '@shardform/ir-core';
import { type DeviceRef, type PlacedTensorType, placedTypes } from '../placed-type.ts';

/** The types of an operation's results, or what is wrong with its operands. */
export type Typing = readonly PlacedTensorType[] | string;

/** Returns the tensors among the operands, with tuples flattened in order. */
export function operandTensors(op: Operation): PlacedTensorType[] {
  return placedTypes(op.operandTypes());
}

/** `1 and 2`: the devices of tensors, each once. */
export function deviceList(types: readonly PlacedTensorType[]): string {
  return [...new Set(types.map(({ device }) => device))].join(' and ');
}

/** Returns an error message when tensors that one device computes with are on different devices; otherwise `null`. */
export function apart(types: readonly PlacedTensorType[]): string | null {
  const [first] = types;
  if (types.every(({ device }) => device === first?.device)) return null;
  return `has operands on devices ${deviceList(types)}: ${typeList(types)}`;
}

/** Returns an error message when the operands of a collective are not all on different devices; otherwise `null`. */
export function repeatedDevice(types: readonly PlacedTensorType[]): string | null {
  const seen = new Set<DeviceRef>();
  for (const { device } of types) {
    if (seen.has(device)) return `has two operands on device ${device}: ${typeList(types)}`;
    seen.add(device);
  }
  return null;
}

/** Checks operands and declared results against a rule; results may be tuples. */
export function verifyTyping(op: Operation, report: OpReport, typing: Typing): boolean {
  if (typeof typing === 'string') return report.opError(typing);
  const declared = placedTypes(op.resultTypes());
  const matches = declared.length === typing.length && declared.every((type, i) => type === typing[i]);
  return (
    matches || report.opError(`has results of types ${typeList(declared)}, expected ${typeList(typing)}`)
  );
}

/** Results of an operation that infers them. */
export function inferTyping(report: OpReport, typing: Typing): readonly PlacedTensorType[] | null {
  if (typeof typing !== 'string') return typing;
  report.opError(typing);
  return null;
}
