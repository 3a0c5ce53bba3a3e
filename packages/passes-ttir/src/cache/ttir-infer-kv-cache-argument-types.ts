import { definePass, UnitAttr } from '@shardform/ir-core';
import { FuncOp, setValueAttr } from '@shardform/dialect-func';
import { argumentOf, cacheOf } from './cache-operand.ts';

/** The attribute of arguments that hold keys and values of earlier steps. */
const KV_CACHE = 'ttcore.kv_cache';

/** Arguments that operations use as a cache are marked as caches. */
export const ttirInferKvCacheArgumentTypes = definePass({
  name: 'ttir-infer-kv-cache-argument-types',
  className: 'TTIRInferKVCacheArgumentTypes',
  summary: 'marks arguments that are caches',
  anchor: 'builtin.module',
  run(module) {
    module.walkOf(FuncOp, (func) => {
      func.walk((op) => {
        const cache = cacheOf(op);
        const argument = cache && argumentOf(cache);
        if (argument?.owner.parentOp === func) {
          setValueAttr(func, 'arg_attrs', argument.index, KV_CACHE, UnitAttr.instance);
        }
      });
    });
  },
});
