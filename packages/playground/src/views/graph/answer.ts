import { machineKey } from '@shardform/cost-model';
import {
  type DescribedNode,
  type GraphItem,
  NodeDescriptions,
  operationSeconds,
  type Stage,
  StageGraph,
  type ValueId,
} from '@shardform/study';
import type { ViewParams } from '../../compiler/messages.ts';
import type { Session } from '../../compiler/session.ts';
import { defineAnswer } from '../define-view.ts';
import { layoutScene } from './layout-scene.ts';
import type { Scene } from './scene.ts';

/** How the graph of a stage is to be drawn. */
export interface SceneQuestion extends ViewParams {
  readonly stage: number;
  /** Whether operations are in groups, such as layers. */
  readonly isGrouped: boolean;
  readonly direction: 'down' | 'right';
  /** Groups that were opened or closed by hand. */
  readonly opened: readonly (readonly [string, boolean])[];
  /** The value whose surroundings are opened. */
  readonly value: ValueId | null;
  /** Whether times are told, which need a simulation. */
  readonly isTimed: boolean;
  /** The key of the drawing that the page has. */
  readonly known: string;
}

/** What is looked for in a stage. */
export interface FindQuestion extends ViewParams {
  readonly stage: number;
  readonly wanted: string;
}

/** A graph as it is drawn. */
export interface SceneAnswer {
  /** Drawings of the same key are the same. */
  readonly key: string;
  /** `null` for the one that the page has. */
  readonly scene: Scene | null;
  /** The innermost node that is drawn and has the value; `null` where there is none. */
  readonly node: string | null;
  /** The opened groups around it, from the outermost. */
  readonly way: readonly { readonly id: string; readonly title: string }[];
}

/** What was found. */
export interface FindAnswer {
  /** In the order of the program. */
  readonly hits: readonly ValueId[];
}

/** Repeats of as few copies are drawn as these copies. */
const FEW_COPIES = 4;

/** The graph of a stage, or what is looked for in it; `null` for a stage that there is not. */
export default defineAnswer(
  (session, question: SceneQuestion | FindQuestion): SceneAnswer | FindAnswer | null => {
    const stage = session.stage(question.stage);
    if (stage === null) return null;
    return 'wanted' in question
      ? { hits: found(session, stage, String(question.wanted)) }
      : sceneOf(session, stage, question);
  },
);

function sceneOf(session: Session, stage: Stage, question: SceneQuestion): SceneAnswer {
  const own = graphOf(session, stage, question);
  const { graph, descriptions } = own;
  const value = question.value === null ? null : stage.values.find(question.value);
  const way = (value === null ? null : graph.wayTo(value)) ?? [];
  const around = way.slice(0, -1).map(({ id }) => id);
  const key = [own.number, question.direction, ...around, JSON.stringify(question.opened)].join('\n');
  if (own.drawn?.key !== key) {
    const isAround = new Set(around);
    const byHand = new Map(question.opened);
    const isOpen = (item: GraphItem, node: DescribedNode): boolean =>
      byHand.get(item.id) ?? (isAround.has(item.id) || isOpenAtFirst(node));
    own.drawn = { key, scene: layoutScene(graph, descriptions, isOpen, question.direction) };
  }
  const { scene } = own.drawn;
  const drawn = new Set(scene.nodes.map(({ id }) => id));
  const shown = way.filter(({ id }) => drawn.has(id));
  return {
    key,
    scene: key === question.known ? null : scene,
    node: shown.at(-1)?.id ?? null,
    way: shown.slice(0, -1).map((item) => ({ id: item.id, title: descriptions.node(item).title })),
  };
}

function isOpenAtFirst({ role, copies }: DescribedNode): boolean {
  return role === 'module' || (role === 'repeat' && copies <= FEW_COPIES);
}

interface KnownGraph {
  readonly graph: StageGraph;
  readonly descriptions: NodeDescriptions;
  /** Of all graphs, in keys. */
  readonly number: number;
  /** The last drawing. */
  drawn: { readonly key: string; readonly scene: Scene } | null;
}

let count = 0;
const graphs = new WeakMap<Stage, Map<string, KnownGraph>>();

function graphOf(session: Session, stage: Stage, { isGrouped, isTimed }: SceneQuestion): KnownGraph {
  const { study } = session;
  let known = graphs.get(stage);
  if (known === undefined) graphs.set(stage, (known = new Map<string, KnownGraph>()));
  const key = `${isGrouped} ${isTimed ? machineKey(session.machine) : ''}`;
  let own = known.get(key);
  if (own === undefined) {
    const graph = new StageGraph(stage.module, study.context, { isGrouped });
    const seconds = isTimed ? secondsOf(session, stage) : null;
    const descriptions = new NodeDescriptions(study, stage, graph, seconds);
    own = { graph, descriptions, number: count++, drawn: null };
    known.set(key, own);
  }
  return own;
}

function secondsOf(session: Session, stage: Stage): ReadonlyMap<ValueId, number> | null {
  const { study, machine } = session;
  const isCompiled = stage.compiled !== undefined;
  const { run } = isCompiled ? study.measuredAt(stage, machine) : study.measured(machine);
  const made = isCompiled ? [stage.module] : [study.partitioned().local, study.module];
  const modules = made.filter((module) => module !== null);
  return run === null ? null : operationSeconds(run, (module) => study.valuesOf(module), modules);
}

/** The values whose operation, name or user's name has a text in it. */
function found({ study }: Session, stage: Stage, wanted: string): ValueId[] {
  const naming = study.naming(stage);
  const text = wanted.toLowerCase();
  return stage.values.all.flatMap((value) => {
    const name = value.definingOp?.name.toLowerCase() ?? '';
    const isFound = text.startsWith('%')
      ? naming.operand(value).toLowerCase() === text
      : name.includes(text) || (study.names.userName(value)?.toLowerCase().includes(text) ?? false);
    return isFound ? [stage.values.idOf(value)] : [];
  });
}
