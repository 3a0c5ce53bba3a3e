import { escapeMarkup } from '@shardform/inspect';
import type { ShardingChip } from '@shardform/study';

/** A cell of a table: text, or HTML. */
export type Cell = string | { readonly html: string };

/** Returns the HTML of a cell. */
export function cellHtml(cell: Cell): string {
  return typeof cell === 'string' ? escapeMarkup(cell) : cell.html;
}

/** A number that a program can read beside its text for people. */
export function dataHtml(name: string, value: number, text: string): string {
  return `<data class="${name}" value="${value}">${escapeMarkup(text)}</data>`;
}

/** Colours of mesh axes, in their order; axes beyond start over. */
export class AxisColours {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** The names of axes, `x, y`, in their colours. */
  html(axes: string): string {
    return axes
      .split(', ')
      .map((axis) => `<span class="ax ${this.#class(axis)}">${escapeMarkup(axis)}</span>`)
      .join(' ');
  }

  /** A sharding as a cell for each dimension. */
  chip({ dims, unreduced }: ShardingChip): string {
    const cells = dims.map(({ axes, isOpen }) =>
      axes.length === 0
        ? `<i>${isOpen ? '?' : '·'}</i>`
        : axes.map((axis) => `<i class="${this.#class(axis)}">${escapeMarkup(axis)}</i>`).join(''),
    );
    const sums = unreduced.map((axis) => `<i class="${this.#class(axis)}">Σ${escapeMarkup(axis)}</i>`);
    return `<span class="chip">${[...cells, ...sums].join('')}</span>`;
  }

  #class(axis: string): string {
    const index = this.#names.indexOf(axis.split(':')[0]!);
    return index === -1 ? 'a0' : `a${(index % 6) + 1}`;
  }
}
