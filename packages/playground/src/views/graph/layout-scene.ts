import { type GraphLayout, layoutGraph, type LayoutOptions } from '@shardform/inspect';
import { bytesText } from '@shardform/ir-core';
import {
  type DescribedConnection,
  type DescribedNode,
  type GraphItem,
  type NodeDescriptions,
  secondsText,
  type StageGraph,
  type ValueId,
} from '@shardform/study';
import { markText } from './mark-text.ts';
import { MOST_MARKS, type Scene, type SceneEdge, type SceneNode } from './scene.ts';

/** A node with its place in the box of what it is in. */
interface PlacedLevel {
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  readonly width: number;
  readonly height: number;
}

// As drawn: text of 12 pixels in the fonts of the page.
const CHARACTER = 7;
const BOLD = 1.15;
const PADDING = 10;
const MOST_CHARACTERS = 30;
const HEADER = 30;
const MARGIN = 14;
const LINE = 16;
const MARK = 22;
const MARK_CHARACTER = 6.7;
/** Drawings are about as long, compared to their height, as what they are shown in. */
const RATIO = 2.2;

/** Lays out what is in a node. @param isOpen tells which groups are drawn with what is in them. */
export function layoutScene(
  graph: StageGraph,
  descriptions: NodeDescriptions,
  isOpen: (item: GraphItem, node: DescribedNode) => boolean,
  direction: LayoutOptions['direction'],
): Scene {
  const level = (item: GraphItem, depth: number): PlacedLevel => {
    const { items, connections } = graph.level(item);
    const inner: (PlacedLevel | null)[] = [];
    const nodes = items.map((own): SceneNode => {
      const node = descriptions.node(own);
      const opened = node.canOpen && isOpen(own, node) ? level(own, depth + 1) : null;
      inner.push(opened);
      return sized(node, opened, depth);
    });
    const links: { from: number; to: number; carries: DescribedConnection }[] = [];
    for (const [c, { from, to, values }] of connections.entries()) {
      const carries = descriptions.connection({ values });
      // What an opened group uses stands in it.
      if (from === null && inner[to] !== null) continue;
      if (from === null)
        nodes.push(inputNode(`${item.id}/input ${c}`, carries, values.map(descriptions.idOf), depth));
      links.push({ from: from ?? nodes.length - 1, to, carries });
    }
    return placed(nodes, inner, links, direction);
  };
  return { ...level(graph.root, 0), direction };
}

/** The identity of a node's size: two lines of text, marks of collectives below; or what is in it, with a head. */
function sized(node: DescribedNode, inner: PlacedLevel | null, depth: number): SceneNode {
  const { kind, name, type, operations, seconds } = node;
  const time = seconds === null || seconds === 0 ? '' : secondsText(seconds);
  const isGroup = kind === 'group';
  const count = operations === 1 ? '1 op' : `${operations} ops`;
  const bytes = node.collectives.reduce((sum, own) => sum + own.bytes, 0);
  const parts = isGroup
    ? [name, node.role === 'arguments' ? '' : count, time]
    : kind === 'collective'
      ? [name, bytesText(bytes), time]
      : [name, type];
  const detail = parts.filter((part) => part !== '').join(isGroup ? ' · ' : ' ');
  const own = {
    ...{ id: node.id, kind, role: node.role, title: node.title, values: node.values, canOpen: node.canOpen },
    ...{ operations, copies: node.copies, isAlike: node.isAlike, collectives: node.collectives, seconds },
    ...{ detail, x: 0, y: 0, depth, isOpen: inner !== null },
  };
  if (inner !== null) {
    const heading = (node.title.length + detail.length + 4) * CHARACTER + 40;
    return {
      ...own,
      width: Math.max(inner.width + 2 * MARGIN, heading),
      height: inner.height + HEADER + MARGIN,
    };
  }
  // Titles of groups are bold.
  const title = node.title.length * (isGroup ? BOLD : 1) + (node.copies > 1 ? 4 : 0);
  const longest = Math.min(MOST_CHARACTERS, Math.max(title, detail.length));
  const marks = isGroup ? Math.min(MOST_MARKS, node.collectives.length) : 0;
  const marked = node.collectives.slice(0, marks).map((own) => markText(own).length * MARK_CHARACTER + 28);
  const bar = isGroup && time !== '' ? 8 : 0;
  return {
    ...own,
    width: Math.max(longest * CHARACTER + 2 * PADDING + (node.canOpen ? 18 : 0), ...marked),
    height: (kind === 'constant' || detail === '' ? 1 : 2) * LINE + 8 + bar + marks * MARK,
  };
}

function inputNode(
  id: string,
  carries: DescribedConnection,
  values: readonly ValueId[],
  depth: number,
): SceneNode {
  const title = carries.count === 1 ? carries.name : `${carries.count} values`;
  return {
    ...{ id, kind: 'input', role: '', title, detail: '', values, canOpen: false, operations: 0, copies: 1 },
    ...{ isAlike: true, collectives: [], seconds: null, x: 0, y: 0, depth, isOpen: false },
    width: title.length * CHARACTER + 12,
    height: 18,
  };
}

/** Places nodes and what is in those that are open; edges refer to nodes by their new positions. */
function placed(
  nodes: readonly SceneNode[],
  inner: readonly (PlacedLevel | null)[],
  links: readonly { readonly from: number; readonly to: number; readonly carries: DescribedConnection }[],
  direction: LayoutOptions['direction'],
): PlacedLevel {
  // Inputs were added at the end, but are used by nodes before.
  const order = sorted(nodes, links);
  const at = new Map(order.map((node, i) => [node, i]));
  const layout: GraphLayout = layoutGraph(
    order.map((node) => nodes[node]!),
    links.map(({ from, to }) => ({ from: at.get(from)!, to: at.get(to)! })),
    direction === 'right'
      ? { direction, rankGap: 44, nodeGap: 14, ratio: RATIO }
      : { direction, rankGap: 32, nodeGap: 14 },
  );
  const all: SceneNode[] = [];
  const edges: SceneEdge[] = [];
  const positions: number[] = [];
  for (const [i, node] of nodes.entries()) {
    const { x, y } = layout.positions[at.get(i)!]!;
    positions.push(all.length);
    all.push({ ...node, x, y });
    const own = inner[i] ?? null;
    if (own === null) continue;
    const [left, top, base] = [x + MARGIN, y + HEADER, all.length];
    for (const each of own.nodes) all.push({ ...each, x: each.x + left, y: each.y + top });
    for (const edge of own.edges)
      edges.push({
        ...edge,
        from: edge.from + base,
        to: edge.to + base,
        points: edge.points.map((value, k) => value + (k % 2 === 0 ? left : top)),
      });
  }
  for (const [e, { from, to, carries }] of links.entries()) {
    const points = layout.routes[e]!.flatMap(({ x, y }) => [x, y]);
    edges.push({ ...carries, from: positions[from]!, to: positions[to]!, points, isFar: layout.far.has(e) });
  }
  return { nodes: all, edges, width: layout.width, height: layout.height };
}

/** Nodes in an order in which edges go forward: inputs before what uses them. */
function sorted(
  nodes: readonly SceneNode[],
  links: readonly { readonly from: number; readonly to: number }[],
): number[] {
  const inputs = new Map<number, number[]>();
  for (const { from, to } of links) {
    if (nodes[from]!.kind !== 'input') continue;
    const known = inputs.get(to);
    if (known === undefined) inputs.set(to, [from]);
    else known.push(from);
  }
  return nodes.flatMap((node, i) => (node.kind === 'input' ? [] : [...(inputs.get(i) ?? []), i]));
}
