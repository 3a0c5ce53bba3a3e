import { axisListSize, type MeshAttr } from '@shardform/dialect-sdy';
import { axesAt, type BorderForm } from '../export/exchange-borders/border-form.ts';

/**
 * Returns whether XLA exchanges the borders that a form needs: unless devices need as much as the whole dimension, and more on one side
 * than a neighbour has.
 */
export function exchangesInXla({ windows }: BorderForm, mesh: MeshAttr): boolean {
  return windows.every(({ inputs, shardings, dims }) => {
    const [first] = inputs;
    if (first === undefined || inputs.length > 1) return true;
    return dims.every(({ dim, plan: { window, blocks } }) => {
      const parts = axisListSize(axesAt(shardings[0] ?? null, dim), mesh);
      const part = Math.ceil(first.type.dimSize(dim) / parts);
      const own = blocks.flatMap(({ pieces, isSent }) => (isSent ? [] : pieces));
      const left = Math.max(0, ...own.map(({ at, offset }) => at - offset));
      const right = Math.max(0, ...own.map(({ at, offset }) => window - part - (at - offset)));
      return left + right + part < part * parts || (left <= part && right <= part);
    });
  });
}
