import {
  defineOp,
  isolatedFromAbove,
  ModuleOp,
  noTerminator,
  type OpReport,
  singleBlock,
  sizedRegion,
  symbolTable,
} from '@shardform/ir-core';

/** Holds the module whose functions run on the device, beside what runs on the host. */
export class DeviceModuleOp extends defineOp('ttcore.device_module', {
  summary: 'the part of a program for the device',
  regions: { bodyRegion: sizedRegion(1) },
  traits: [isolatedFromAbove, symbolTable, singleBlock, noTerminator],
  format: 'attr-dict-with-keyword $bodyRegion',
}) {
  override verifyOp(report: OpReport): boolean {
    const body = this.bodyRegion.entry;
    return (
      (body.firstOp instanceof ModuleOp && body.firstOp === body.lastOp) ||
      report.opError('expects exactly one builtin.module inside')
    );
  }
}
