import { computed } from '@preact/signals';
import { results } from './results.ts';

/** The axes of the program's meshes with their sizes, in their order. */
export const axes = computed(() => results.value[0]?.axes ?? []);

/** The number of an axis in the mesh, by which it has its hue; `null` for an axis of another mesh. */
export function axisIndex(axis: string): number | null {
  const name = /^[^:]*/.exec(axis)![0];
  const index = axes.value.findIndex(([own]) => own === name);
  return index === -1 ? null : index;
}
