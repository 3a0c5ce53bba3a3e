import { compareSubAxes, axesOverlap, canMergeAxes } from '../algebra/axis-ref.ts';
import type { AxisList } from '../algebra/axis-list.ts';
import type { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';

/**
 * Checks lists of axes that may use each axis once over all lists. Messages are returned, `null` where all is
 * well; what they are about is the caller's to say.
 */
export class AxisListCheck {
  readonly #mesh: MeshAttr;
  readonly #seen: AxisRefAttr[] = [];
  #hasSubAxes = false;

  constructor(mesh: MeshAttr) {
    this.#mesh = mesh;
  }

  /** Checks one list, taking those checked before into account. */
  check(axes: AxisList): string | null {
    let previous: AxisRefAttr | null = null;
    for (const axis of axes) {
      if (!this.#mesh.hasAxis(axis.name)) return `unknown axis name: "${axis.name}"`;
      if (this.#seen.includes(axis)) return `duplicate axis ref: ${axis.text}`;
      this.#seen.push(axis);
      if (axis.isSubAxis) {
        this.#hasSubAxes = true;
        if (previous !== null && canMergeAxes(previous, axis)) {
          return `two consecutive sub-axes can be merged: ${previous.text}, ${axis.text}`;
        }
      }
      previous = axis;
    }
    return null;
  }

  /** Checks the sub-axes in all lists against each other; to be called last. */
  checkSubAxes(): string | null {
    if (!this.#hasSubAxes) return null;
    const byName = new Map<string, AxisRefAttr[]>();
    for (const axis of this.#seen) {
      const parts = byName.get(axis.name);
      if (parts === undefined) byName.set(axis.name, [axis]);
      else parts.push(axis);
    }
    for (const [name, parts] of byName) {
      const problem = checkParts(name, parts, this.#mesh.axisSize(name));
      if (problem !== null) return problem;
    }
    return null;
  }
}

function checkParts(name: string, axes: AxisRefAttr[], fullSize: number): string | null {
  if (!axes.some((axis) => axis.isSubAxis)) return null;
  if (axes.some((axis) => !axis.isSubAxis)) {
    return `both sub-axis and full-axis are used for axis name: "${name}"`;
  }
  axes.sort(compareSubAxes);
  for (const [i, axis] of axes.entries()) {
    const { preSize, size, nextPreSize } = axis.subAxis!;
    if (preSize < 1) return `sub-axis pre-size must be at least 1: ${axis.text}`;
    if (size <= 1) return `sub-axis sizes must be greater than 1: ${axis.text}`;
    if (fullSize % nextPreSize !== 0) {
      return `sub-axis next pre-size ${nextPreSize} doesn't divide the size of the full axis ${fullSize}: ${axis.text}`;
    }
    if (size === fullSize) return `sub-axis size is equal to the full axis size: ${axis.text}`;
    const previous = axes[i - 1];
    if (previous !== undefined && axesOverlap(previous, axis)) {
      return `overlapping sub-axes: ${previous.text}, ${axis.text}`;
    }
  }
  return null;
}

/**
 * Returns true if the references stand in mesh order. Axes that the mesh lacks come last; two of them are never in
 * order, which is how upstream comes to call such a list unordered before it calls an axis unknown.
 */
export function isOrderedForCheck(axes: AxisList, mesh: MeshAttr): boolean {
  for (let i = 1; i < axes.length; i++) if (isBefore(axes[i]!, axes[i - 1]!, mesh)) return false;
  return true;
}

function isBefore(a: AxisRefAttr, b: AxisRefAttr, mesh: MeshAttr): boolean {
  if (a.name === b.name) return compareSubAxes(a, b) < 0;
  if (!mesh.hasAxis(b.name)) return true;
  return mesh.hasAxis(a.name) && mesh.axisPosition(a.name) < mesh.axisPosition(b.name);
}
