import { useSignal } from '@preact/signals';
import { isTorus } from '@shardform/cost-model';
import { bytesText } from '@shardform/ir-core';
import { percentText, secondsText, type UsedWire } from '@shardform/study';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Colors, colorsIn } from '../../parts/canvas-colors.ts';
import { axisIndex } from '../../state/axes.ts';
import { theme } from '../../state/layout.ts';
import type { MachinePicture } from './answer.ts';
import { layoutMachine, type MachineLayout, pointOn, wireCurve, type WireCurve } from './layout-machine.ts';

/** Pixels of the widest wire, and of the narrowest. */
const [WIDEST, NARROWEST] = [5, 1];
/** Devices have numbers from this size on. */
const LEGIBLE = 8;
/** Pixels from a wire in which it is meant. */
const REACH = 7;

interface DrawnWire {
  readonly curve: WireCurve;
  readonly wire: UsedWire;
  /** Of what is shown. */
  readonly bytes: number;
}

/** The machine with its wires: as wide as their traffic, in the hue of the axis that sends most. */
export function MachineDrawing({
  picture,
  chosen,
}: {
  readonly picture: MachinePicture;
  /** The number of the sender of which alone traffic is shown; `null` for all. */
  readonly chosen: number | null;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  const hovered = useSignal<{ readonly text: string; readonly x: number; readonly y: number } | null>(null);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      size.value = { width: Math.floor(width), height: Math.floor(height) };
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const { topology, devices } = picture;
  const layout = useMemo(
    () => layoutMachine(topology, devices.length, size.value),
    [topology, devices, size.value],
  );
  const wires = useMemo(() => drawnWires(picture, layout, chosen), [picture, layout, chosen]);
  useEffect(() => {
    if (canvas.current !== null && size.value.width > 0)
      draw(canvas.current, { picture, layout, wires, chosen, size: size.value });
  }, [wires, theme.value]);
  const look = ({ offsetX: x, offsetY: y }: PointerEvent): void => {
    const text = tipAt(picture, layout, wires, x, y);
    hovered.value = text === null ? null : { text, x, y };
  };
  const tip = hovered.value;
  return (
    <div class="machine-drawing" ref={frame}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={machineWords(picture)}
        style={{ width: `${size.value.width}px`, height: `${size.value.height}px` }}
        onPointerMove={look}
        onPointerDown={look}
        onPointerLeave={() => (hovered.value = null)}
      />
      {tip !== null && (
        <p
          class="machine-tip"
          style={{ left: `${Math.min(tip.x + 12, size.value.width - 230)}px`, top: `${tip.y + 14}px` }}
        >
          {tip.text}
        </p>
      )}
    </div>
  );
}

/** `t3k: a grid of 2 × 4; 8 devices of 8 are used, 10 links`. */
export function machineWords({ machine, topology, devices, used, usesHost, wires }: MachinePicture): string {
  const kind = topologyWords(topology);
  return `${machine}: ${kind}; the program uses ${used} of ${devices.length} devices${usesHost ? ', the host, which is device 0,' : ','} and ${wires.length} links, each direction its own.`;
}

function topologyWords(topology: MachinePicture['topology']): string {
  switch (topology.kind) {
    case 'grid':
      return `a ${isTorus(topology) ? 'torus' : 'grid'} of ${topology.sizes.join(' × ')}`;
    case 'slices':
      return `${topology.slices} slices, each ${topologyWords(topology.slice)}`;
    case 'nodes':
      if (topology.nodes > 1) return `${topology.nodes} nodes of ${topology.perNode} at a switch`;
      return 'a link between each two devices';
    case 'pairs':
      return 'a link between each two devices';
  }
}

function drawnWires(picture: MachinePicture, layout: MachineLayout, chosen: number | null): DrawnWire[] {
  const positions = new Map(picture.devices.map((device, i) => [device, i]));
  const own = chosen === null ? null : new Map(picture.senders[chosen]?.loads);
  return picture.wires.flatMap((wire, i) => {
    const curve = wireCurve(layout, positions, wire);
    return curve === null ? [] : [{ curve, wire, bytes: own === null ? wire.bytes : (own.get(i) ?? 0) }];
  });
}

interface Drawing {
  readonly picture: MachinePicture;
  readonly layout: MachineLayout;
  readonly wires: readonly DrawnWire[];
  readonly chosen: number | null;
  readonly size: { readonly width: number; readonly height: number };
}

function draw(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { width, height } = drawing.size;
  const ratio = window.devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  const colors = colorsIn(canvas.parentElement!);
  drawNeighbours(context, drawing, colors);
  drawWires(context, drawing, colors);
  drawDevices(context, drawing, colors);
}

/** Wires that nothing goes over are thin. */
function drawNeighbours(context: CanvasRenderingContext2D, { layout }: Drawing, colors: Colors): void {
  const { neighbours, devices, nodes, hub } = layout;
  context.strokeStyle = colors['line-strong']!;
  context.lineWidth = 1;
  context.beginPath();
  for (const [a, b] of neighbours) {
    context.moveTo(devices[a]!.x, devices[a]!.y);
    context.lineTo(devices[b]!.x, devices[b]!.y);
  }
  for (const node of nodes) {
    context.moveTo(node.x, node.y);
    context.lineTo(hub!.x, hub!.y);
  }
  context.stroke();
}

function drawWires(
  context: CanvasRenderingContext2D,
  { picture, wires, chosen }: Drawing,
  colors: Colors,
): void {
  const most = wires.reduce((found, { bytes }) => Math.max(found, bytes), Number.MIN_VALUE);
  const hues = huesOf(picture, chosen, colors);
  for (const [i, { curve, bytes }] of wires.entries()) {
    if (bytes === 0) continue;
    const [a, middle, b] = curve;
    context.strokeStyle = hues[i] ?? colors['ink-3']!;
    context.lineWidth = Math.max(NARROWEST, (bytes / most) * WIDEST);
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.quadraticCurveTo(2 * middle.x - (a.x + b.x) / 2, 2 * middle.y - (a.y + b.y) / 2, b.x, b.y);
    context.stroke();
  }
}

/** By wire, the hue of the axis along which most is sent over it. */
function huesOf({ senders, wires }: MachinePicture, chosen: number | null, colors: Colors): string[] {
  const best = new Float64Array(wires.length);
  const hues: string[] = [];
  for (const [sender, { axis, loads }] of senders.entries()) {
    if (chosen !== null && sender !== chosen) continue;
    const index = axisIndex(axis.split(', ')[0]!);
    const hue = index === null ? colors['ink-3']! : colors[`a${(index % 6) + 1}-line`]!;
    for (const [wire, bytes] of loads) if (bytes > best[wire]!) [best[wire], hues[wire]] = [bytes, hue];
  }
  return hues;
}

function drawDevices(
  context: CanvasRenderingContext2D,
  { picture, layout: { devices, radius, hub } }: Drawing,
  colors: Colors,
): void {
  context.font = `${Math.min(12, radius)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [i, { x, y }] of devices.entries()) {
    const isUsed = i < picture.used;
    context.fillStyle = colors[isUsed ? 'fill-2' : 'bg']!;
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    if (radius >= 3) {
      context.strokeStyle = colors['line-strong']!;
      context.lineWidth = 1;
      context.strokeRect(x - radius, y - radius, 2 * radius, 2 * radius);
    }
    if (radius < LEGIBLE) continue;
    context.fillStyle = colors[isUsed ? 'ink' : 'ink-3']!;
    context.fillText(String(picture.devices[i]), x, y);
  }
  if (hub === null) return;
  context.fillStyle = colors['fill-2']!;
  context.fillRect(hub.x - 40, hub.y - 11, 80, 22);
  context.fillStyle = colors.ink!;
  context.font = '12px system-ui, sans-serif';
  context.fillText('switch', hub.x, hub.y);
}

function tipAt(
  picture: MachinePicture,
  { devices, radius }: MachineLayout,
  wires: readonly DrawnWire[],
  x: number,
  y: number,
): string | null {
  const at = devices.findIndex((own) => Math.abs(own.x - x) <= radius && Math.abs(own.y - y) <= radius);
  if (at !== -1) {
    const device = picture.devices[at]!;
    const out = wires.filter(({ wire: { from } }) => 'device' in from && from.device === device);
    const sent = out.reduce((sum, { bytes }) => sum + bytes, 0);
    const what = at < picture.used ? `${bytesText(sent)} leave it` : 'not used by the program';
    return `device ${device}: ${what}`;
  }
  let nearest: DrawnWire | null = null;
  let least = REACH;
  for (const own of wires)
    for (let t = 0.1; t < 0.95; t += 0.1) {
      const point = pointOn(own.curve, t);
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < least) [nearest, least] = [own, distance];
    }
  if (nearest === null) return null;
  const { wire, bytes } = nearest;
  const share = percentText(wire.seconds / Math.max(picture.seconds, Number.MIN_VALUE));
  return `${wireName(wire)}: ${bytesText(bytes)}; in use ${secondsText(wire.seconds)}, ${share} of the step`;
}

/** `3 → 7`, `node 0 → switch`. */
export function wireName({ from, to }: Pick<UsedWire, 'from' | 'to'>): string {
  const name = (end: UsedWire['from']): string =>
    'device' in end ? String(end.device) : end.node < 0 ? 'switch' : `node ${end.node}`;
  return `${name(from)} → ${name(to)}`;
}
