import { greatestCommonDivisor } from '@shardform/ir-core';
import { type AxisList, type AxisRefAttr, axisListSize } from '@shardform/dialect-sdy';
import { splitBy } from './align-sub-axes.ts';
import { fitAxis } from './fit-axis.ts';
import { mergeAdjacent, type Resharding } from './resharding.ts';

/**
 * Splits dimensions further along axes of the result that split nothing now, before anything is moved: less is moved
 * then.
 *
 * @returns per dimension, the axes to slice along; `null` when there are none.
 */
export function planAllSlice(state: Resharding): AxisList[] | null {
  const planner = new AllSlicePlanner(state);
  planner.sliceAtSources();
  planner.sliceAtTargets();
  planner.sliceAnywhere();
  const { slicing } = planner;
  return slicing.some((axes) => axes.length > 0)
    ? slicing.map((axes) => mergeAdjacent(axes, state.mesh))
    : null;
}

class AllSlicePlanner {
  readonly slicing: AxisRefAttr[][];
  readonly #state: Resharding;
  /** By dimension, the factor by which the result is split further than the current sharding. */
  readonly #capacity: number[];
  /** Axes of the result that split nothing and don't fit into their dimension. */
  readonly #available: AxisRefAttr[] = [];

  constructor(state: Resharding) {
    this.#state = state;
    this.slicing = state.done.map(() => []);
    this.#capacity = state.outgoing.map((axes, d) => {
      const size = axisListSize(axes, state.mesh);
      return size / greatestCommonDivisor(axisListSize(state.incoming[d]!, state.mesh), size);
    });
  }

  #add(dim: number, axis: AxisRefAttr): void {
    this.slicing[dim]!.push(axis);
    this.#state.incoming[dim]!.push(axis);
  }

  /** If all axes of a dimension move together, slices along those that follow them in their target dimension. */
  sliceAtSources(): void {
    const { incoming, outgoing, mesh, dimSizes, done } = this.#state;
    for (let source = 0; source < this.#state.rank; source++) {
      const moving = incoming[source]!;
      const last = moving.at(-1);
      if (last === undefined || outgoing[source]!.length > 0) continue;
      const target = this.#state.targetOf(last);
      if (target === null || incoming[target.dim]!.length > 0) continue;
      const wanted = outgoing[target.dim]!;
      const run: AxisRefAttr[] = [];
      for (const axis of wanted.slice(target.index + 1)) {
        if (this.#state.isIncoming(axis)) break;
        run.push(axis);
      }
      if (run.length === 0) continue;
      let matched = 0;
      while (
        matched < moving.length &&
        moving[moving.length - 1 - matched] === wanted[target.index - matched]
      )
        matched++;
      const rest = moving.slice(0, moving.length - matched);
      if (rest.some((axis) => wanted.includes(axis))) continue;
      const parts = axisListSize([...done[source]!, ...moving, ...run], mesh);
      if (dimSizes[source]! % parts !== 0) continue;
      const moved = axisListSize([...moving.slice(moving.length - matched), ...run], mesh);
      for (const axis of run) this.#add(source, axis);
      this.#capacity[target.dim]! /= moved;
    }
  }

  /** Slices dimensions along axes that they have in the result. */
  sliceAtTargets(): void {
    const { incoming, outgoing, mesh, done } = this.#state;
    for (const [d, wanted] of outgoing.entries()) {
      for (let i = 0; i < wanted.length;) {
        const axis = wanted[i]!;
        if (this.#state.isIncoming(axis)) {
          i++;
          continue;
        }
        const fitted = fitAxis(axis, this.#capacity[d]!, mesh);
        if (fitted === null) {
          this.#available.push(axis);
          i++;
          continue;
        }
        this.#capacity[d] = fitted.capacity;
        const rest = fitted.remainder === null ? [] : [fitted.remainder];
        if (incoming[d]!.length === 0 && i === 0) {
          // It is in its final position.
          this.slicing[d]!.push(fitted.axis);
          done[d]!.push(fitted.axis);
          wanted.splice(0, 1, ...rest);
        } else {
          this.#add(d, fitted.axis);
          wanted.splice(i, 1, fitted.axis, ...rest);
          i++;
        }
        this.#available.push(...rest);
        i += rest.length;
      }
    }
  }

  /** Slices dimensions along axes that others have in the result. */
  sliceAnywhere(): void {
    const { mesh, outgoing } = this.#state;
    const added: AxisRefAttr[] = [];
    for (let d = 0; d < this.#state.rank; d++) {
      for (let i = 0; i < this.#available.length && this.#capacity[d]! > 1;) {
        const fitted = fitAxis(this.#available[i]!, this.#capacity[d]!, mesh);
        if (fitted === null) {
          i++;
          continue;
        }
        this.#capacity[d] = fitted.capacity;
        this.#add(d, fitted.axis);
        added.push(fitted.axis);
        this.#available.splice(i, 1, ...(fitted.remainder === null ? [] : [fitted.remainder]));
      }
    }
    if (added.length === 0) return;
    for (const [d, axes] of splitBy(outgoing, added, mesh).entries()) outgoing[d] = axes;
  }
}
