import {
  attributeWhere,
  defineAttr,
  optionalParameter,
  SymbolRefAttr,
  wordParameter,
} from '@shardform/ir-core';

/** `#ttir.cpu_hoisted_call`: marks calls of functions that run on the host. */
export class CpuHoistedCallAttr extends defineAttr('ttir.cpu_hoisted_call', {
  summary: 'CPU-hoisted function call marker',
}) {}

/** `#ttir.should_hoist`: marks operations that are to run on the host. */
export class ShouldHoistAttr extends defineAttr('ttir.should_hoist', {
  summary: 'Marker of operations that run on the host',
}) {}

const threadParameters = {
  threadType: /* @__PURE__ */ wordParameter(['compute', 'datamovement']),
  kernelSymbol: /* @__PURE__ */ optionalParameter(
    /* @__PURE__ */ attributeWhere((attribute) => attribute instanceof SymbolRefAttr, {
      kind: 'symbol',
      problem: 'expected a symbol reference',
    }),
  ),
};

/** `#ttir.thread<compute, @kernel>`: what a region of a program does. */
export class ThreadAttr extends defineAttr('ttir.thread', {
  summary: 'Thread information for a generic op.',
  parameters: threadParameters,
  format: '`<` params `>`',
}) {}
