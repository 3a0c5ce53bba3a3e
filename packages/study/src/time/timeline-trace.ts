import type { Machine } from '@shardform/cost-model';
import type { ModuleOp, Operation } from '@shardform/ir-core';
import {
  chromeTrace,
  type EventDescription,
  type FlatProgram,
  kindOf,
  labelOf,
  sourceOf,
} from '@shardform/runtime-dist';
import { rootOf } from '../stages/root-of.ts';
import type { Stage } from '../stages/stage.ts';
import type { ProgramVersion } from '../program-versions.ts';
import type { Study } from '../study.ts';
import type { LayerLookUp } from '../values/layer.ts';
import { sourceId } from '../values/value-id.ts';
import { type CollectiveOrigins, originsInVersions } from './collective-origins.ts';
import { sentTogether } from './sent-together.ts';
import { meshVersions } from './flat-program-of.ts';
import type { CostedCollective } from './measured-program.ts';

/** A trace in the format of Chrome, which Perfetto shows. */
export type TimelineTrace = ReturnType<typeof chromeTrace>;

/**
 * Returns what devices do over time as a trace: events have the names of operations and of their values, and tell the
 * line, the layer and, of collectives, the axis and the cause.
 *
 * @param title of the process.
 * @returns `null` where the program can't be simulated.
 */
export function timelineTrace(
  study: Study,
  stage: Stage,
  machine: Machine,
  title: string,
): TimelineTrace | null {
  const { run, collectives } = study.measuredAt(stage, machine);
  if (run === null) return null;
  const { program, simulation } = run.simulated;
  const descriptions = new EventDescriptions(study, study.versionAt(stage, machine), program, collectives);
  return chromeTrace([{ name: title, program, simulation, describe: (op) => descriptions.of(op) }]);
}

/** Descriptions of the operations of a flat program, each made once: iterations and devices repeat them. */
class EventDescriptions {
  readonly #study: Study;
  readonly #program: FlatProgram;
  readonly #versions: readonly ModuleOp[];
  readonly #layerFor: LayerLookUp;
  readonly #collectives: ReadonlyMap<Operation, CostedCollective>;
  readonly #origins: CollectiveOrigins;
  readonly #known = new Map<string, EventDescription>();

  /** @param version of the program that was simulated. */
  constructor(
    study: Study,
    version: ProgramVersion,
    program: FlatProgram,
    collectives: readonly CostedCollective[],
  ) {
    this.#study = study;
    this.#program = program;
    const { module, collectives: global, local } = version;
    const onMeshes = meshVersions(module, study.context);
    this.#versions = [...(local === null ? [] : [local]), module, ...onMeshes];
    this.#layerFor = study.layerFor;
    this.#collectives = new Map(collectives.map((own) => [own.op, own]));
    this.#origins = originsInVersions(global ?? module, [module, local, ...onMeshes]);
  }

  of(op: number): EventDescription {
    const label = labelOf(this.#program, op);
    const source = sourceOf(this.#program, op);
    // An operation that the program does not have is told by its kind, which dialects of distributed programs name.
    if (source === null) return { name: label, args: { kind: kindOf(this.#program, op) } };
    const fusion = /^fusion of \d+: /.exec(label)?.[0] ?? '';
    const key = `${this.#program.opSource[op]} ${fusion}`;
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = this.#describe(source, fusion)));
    return known;
  }

  #describe(op: Operation, fusion: string): EventDescription {
    const { identities, names } = this.#study;
    const [value] = op.results;
    const root = rootOf(op);
    const module = this.#versions.find((own) => own === root);
    const own = value === undefined || module === undefined ? null : { value, module };
    const id = own === null ? '' : this.#study.valuesOf(own.module).idOf(own.value);
    const source = identities.source.find(sourceId(id));
    const valueName = own === null ? null : this.#study.namingOf(own.module).operand(own.value);
    const userName = source === null ? null : names.userName(value ?? source, source);
    const scope = source === null ? null : names.scopedName(source);
    const moved = (this.#origins.get(op) ?? [op]).flatMap((origin) => this.#collectives.get(origin) ?? []);
    const causes = new Set(moved.flatMap(({ reason }) => reason ?? []));
    return {
      name: `${fusion}${op.name.slice(op.name.indexOf('.') + 1)}${valueName === null ? '' : ` ${valueName}`}`,
      args: present({
        operation: op.name,
        value: valueName,
        name: userName,
        layer: this.#layerFor(identities.sourceOf(op), scope),
        line: this.#study.lineOfOperation(op),
        type: value === undefined ? null : String(value.type),
        axis: moved[0]?.axis ?? null,
        bytes: sentTogether(moved) ?? null,
        cause: causes.size === 0 ? null : [...causes].join('; '),
      }),
    };
  }
}

function present(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}
