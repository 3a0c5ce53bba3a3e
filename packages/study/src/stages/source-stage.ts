import { localProgram } from '@shardform/inspect';
import type { Context, ModuleOp } from '@shardform/ir-core';
import type { StageValues, ValueIdentities } from '../values/value-identities.ts';
import type { Stage } from './stage.ts';
import { type StageChanges, stageChanges } from './stage-changes.ts';

/** A program as it was given. What commands that only run passes don't ask for is computed when it is asked for. */
export class SourceStage implements Stage {
  readonly step = '';
  readonly module: ModuleOp;
  readonly isLocal: boolean;
  readonly #identities: ValueIdentities;
  readonly #context: Context;
  #changes: StageChanges | null = null;

  constructor(module: ModuleOp, identities: ValueIdentities, context: Context) {
    this.module = module;
    this.isLocal = localProgram(module) !== null;
    this.#identities = identities;
    this.#context = context;
  }

  get values(): StageValues {
    return this.#identities.source;
  }

  get changes(): StageChanges {
    return (this.#changes ??= stageChanges(this.module, this.values, null, this.#context));
  }
}
