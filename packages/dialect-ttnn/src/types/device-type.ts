import { defineType } from '@shardform/ir-core';

/** `!ttnn.device`: the opened mesh of devices. */
export class DeviceType extends defineType('ttnn.device', { summary: 'TTNN device' }) {}
