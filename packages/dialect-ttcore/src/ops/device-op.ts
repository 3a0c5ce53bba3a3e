import { defineOp, symbol, symbolNameAttr } from '@shardform/ir-core';
import { deviceAttr } from '../attrs/device-attr.ts';

/**
 * Declares a device under a name:
 * `ttcore.device @default_device = <workerGrid = ..., meshShape = 1x2, chipIds = [0, 1]>`.
 */
export class DeviceOp extends defineOp('ttcore.device', {
  summary: 'describes the device under a name',
  attrs: { sym_name: symbolNameAttr, device_attr: deviceAttr },
  traits: [symbol],
  effects: 'unknown',
  speculates: 'unknown',
  format: '$sym_name `=` $device_attr attr-dict',
}) {}

/** The name under which passes register the device. */
export const DEFAULT_DEVICE = 'default_device';
