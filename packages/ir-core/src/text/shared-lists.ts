import type { Attribute } from '../ir/attribute.ts';
import { haveSameElements } from '../ir/same-elements.ts';

type Attributes = readonly (Attribute | null)[];

/** Lists of attributes, equal ones once: the layers of a program have the same ones in each of their operations. */
export class SharedLists {
  /** The newest list of each hash. */
  readonly #byHash = new Map<number, Attributes>();

  /** Returns a list with the elements of `list`, which nobody changes from here on. */
  share(list: Attributes): Attributes {
    if (list.length === 0) return list;
    let hash = list.length;
    for (const attribute of list) hash = (Math.imul(hash, 31) + (attribute?.id ?? 0)) | 0;
    const known = this.#byHash.get(hash);
    if (known !== undefined && haveSameElements(known, list)) return known;
    this.#byHash.set(hash, list);
    return list;
  }
}
