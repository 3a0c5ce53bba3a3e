import {
  defineOp,
  isolatedFromAbove,
  ModuleOp,
  noTerminator,
  type OpReport,
  type Region,
  singleBlock,
  sizedRegion,
  symbolTable,
} from '@shardform/ir-core';

function verifyOneModule(body: Region, report: OpReport): boolean {
  const { firstOp, lastOp } = body.entry;
  if (firstOp === null || firstOp !== lastOp) return report.opError('Expected exactly one block');
  return firstOp instanceof ModuleOp || report.opError('Expected exactly one ModuleOp but found 0');
}

/** Holds the module whose functions run on the device, beside what runs on the host. */
export class DeviceModuleOp extends defineOp('ttcore.device_module', {
  summary: 'module that runs on the device',
  regions: { bodyRegion: sizedRegion(1) },
  traits: [isolatedFromAbove, symbolTable, singleBlock, noTerminator],
  effects: 'unknown',
  speculates: 'unknown',
  format: 'attr-dict-with-keyword $bodyRegion',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyOneModule(this.bodyRegion, report);
  }
}

/** Holds the module whose functions run on the host. */
export class CpuModuleOp extends defineOp('ttcore.cpu_module', {
  summary: 'module that runs on the host',
  regions: { bodyRegion: sizedRegion(1) },
  traits: [isolatedFromAbove, symbolTable, singleBlock, noTerminator],
  effects: 'unknown',
  speculates: 'unknown',
  format: 'attr-dict-with-keyword regions',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyOneModule(this.bodyRegion, report);
  }
}
