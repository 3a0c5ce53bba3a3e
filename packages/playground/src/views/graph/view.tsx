import './graph.css';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { countText } from '@shardform/study';
import { Pending } from '../../parts/pending.tsx';
import { facts, results, shownStage, studied } from '../../state/results.ts';
import { selected } from '../../state/selection.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { SceneQuestion } from './answer.ts';
import { GraphCanvas } from './graph-canvas.tsx';
import { useGraphKeys } from './graph-keys.ts';
import { GraphLegend, type GraphSettings, GraphTools, GraphZoom } from './graph-tools.tsx';
import { Minimap } from './minimap.tsx';
import { NodeList } from './node-list.tsx';
import { SidePanel } from './side-panel.tsx';
import type { Scene } from './scene.ts';
import { type DrawnGraph, useGraph } from './use-graph.ts';

export default defineView({ name: 'graph', title: 'Graph', order: 4, Component: GraphView });

/** Below, ranks go down. */
const NARROW = 700;

/** The data flow of the program, as far as one looks into it. */
function GraphView() {
  const [stage, value] = [shownStage.value, selected.value];
  const opened = useSignal<ReadonlyMap<string, boolean>>(new Map());
  const settings = useSignal<GraphSettings>({ wanted: '', isGrouped: true, fill: 'none', isTable: false });
  const { wanted, isGrouped } = settings.value;
  const direction = useSignal<'down' | 'right'>(window.innerWidth < NARROW ? 'down' : 'right');
  const isTimed = facts.value !== null;
  const last = useRef<{ readonly key: string; readonly scene: Scene } | null>(null);
  const question: SceneQuestion = {
    ...{ stage, value, isTimed, isGrouped, direction: direction.value },
    ...{ opened: [...opened.value], known: last.current?.key ?? '' },
  };
  const program = [studied.value, results.value.length, stage];
  const answer = useAnswer<typeof answerOf>('graph', question, [
    ...program,
    ...[value, isTimed, isGrouped, direction.value, opened.value],
  ]);
  const search = useAnswer<typeof answerOf>('graph', wanted === '' ? null : { stage, wanted }, [
    ...program,
    wanted,
  ]);
  const known = answer.value;
  if (known === undefined) return <Pending doing="Drawing" answer={answer} />;
  if (known !== null && 'scene' in known && known.scene !== null)
    last.current = { key: known.key, scene: known.scene };
  const scene = last.current?.scene;
  if (known === null || !('scene' in known) || scene === undefined || scene.nodes.length === 0)
    return <p class="hint">The program has no operations to draw.</p>;
  const found = search.value !== undefined && search.value !== null && 'hits' in search.value;
  return (
    <Graph
      graph={{ ...known, scene, hits: found ? search.value.hits : NO_HITS }}
      settings={settings.value}
      onChange={(changes) => (settings.value = { ...settings.peek(), ...changes })}
      onOpen={(changes) => {
        if (changes.length > 0) opened.value = new Map([...opened.peek(), ...changes]);
      }}
    />
  );
}

const NO_HITS: readonly string[] = [];

function Graph({
  graph,
  settings,
  onChange,
  onOpen,
}: {
  readonly graph: DrawnGraph;
  readonly settings: GraphSettings;
  readonly onChange: (changes: Partial<GraphSettings>) => void;
  readonly onOpen: (changes: readonly (readonly [string, boolean])[]) => void;
}) {
  const { scene, way, hits } = graph;
  const search = useRef<HTMLInputElement>(null);
  const controls = useGraph(graph, onOpen);
  useGraphKeys(controls, () => search.current?.select());
  const { camera, size, selected: index, found } = controls;
  return (
    <div class="split-view graph-view">
      <div class="graph-drawing">
        <div class="graph-top">
          <GraphTools {...{ settings, controls, search, onChange }} found={hits.length} />
          {!settings.isTable && <GraphLegend />}
        </div>
        {settings.isTable ? (
          <NodeList scene={scene} controls={controls} />
        ) : (
          <>
            <GraphCanvas
              scene={scene}
              controls={controls}
              emphasis={{ selected: index, hits: found, fill: settings.fill }}
              label={`Data flow of the program: ${countText(scene.nodes.length, 'node')}, ${countText(scene.edges.length, 'edge')}`}
            />
            <GraphZoom controls={controls} />
            <Minimap scene={scene} camera={camera} view={size.value} selected={index} />
          </>
        )}
      </div>
      <aside>
        <SidePanel node={scene.nodes[index] ?? null} way={way} onToggle={() => controls.toggle(index)} />
      </aside>
    </div>
  );
}
