import { MeshesWithOriginsAttr, MeshWithOriginsAttr, WILDCARD_MESH } from '@shardform/dialect-mpmd';
import type { Attribute } from '@shardform/ir-core';

type Origins = readonly string[];

/**
 * An ordered set of meshes with the reasons for each, or all meshes (`null` for `meshes`). The wildcard stands for meshes
 * that are not listed; it has reasons only beside listed ones.
 */
export class MeshSet {
  static readonly unspecified: MeshSet = /* @__PURE__ */ new MeshSet(null, []);
  static readonly empty: MeshSet = /* @__PURE__ */ new MeshSet(new Map(), []);
  readonly #meshes: ReadonlyMap<string, Origins> | null;
  readonly #wildcard: Origins;

  private constructor(meshes: ReadonlyMap<string, Origins> | null, wildcard: Origins) {
    this.#meshes = meshes;
    this.#wildcard = wildcard;
  }

  /** A set of one mesh. */
  static of(mesh: MeshWithOriginsAttr): MeshSet {
    return MeshSet.#fromMeshes([mesh]);
  }

  /** A set of meshes with one reason. */
  static withOrigin(meshes: Iterable<string>, origin: string): MeshSet {
    return new MeshSet(new Map(Array.from(meshes, (mesh) => [mesh, [origin]])), []);
  }

  /** The set of a `src_set`: all meshes where it is missing. */
  static ofSourceAttr(attribute: Attribute | null): MeshSet {
    return attribute instanceof MeshesWithOriginsAttr
      ? MeshSet.#fromMeshes(attribute.value)
      : MeshSet.unspecified;
  }

  /** The set of a `use_set`: none where it is missing. */
  static ofUseAttr(attribute: Attribute | null): MeshSet {
    return attribute instanceof MeshesWithOriginsAttr ? MeshSet.#fromMeshes(attribute.value) : MeshSet.empty;
  }

  static #fromMeshes(entries: readonly MeshWithOriginsAttr[]): MeshSet {
    const meshes = new Map<string, Origins>();
    let wildcard: Origins = [];
    for (const { meshName, origins } of entries) {
      const labels = origins.map(({ originLabel }) => originLabel);
      if (meshName === WILDCARD_MESH) wildcard = joined(wildcard, labels);
      else meshes.set(meshName, joined(meshes.get(meshName) ?? [], labels));
    }
    return new MeshSet(meshes, wildcard);
  }

  /** True unless the set is all meshes. */
  get isSpecified(): boolean {
    return this.#meshes !== null;
  }

  /** True of a set without meshes. */
  get isEmpty(): boolean {
    return this.#meshes?.size === 0;
  }

  /** Number of meshes; -1 for all. */
  get size(): number {
    return this.#meshes?.size ?? -1;
  }

  /** The listed meshes, in order. */
  get meshes(): readonly string[] {
    return [...(this.#meshes?.keys() ?? [])];
  }

  /** The listed meshes with their reasons, in order. */
  get entries(): readonly (readonly [string, Origins])[] {
    return [...(this.#meshes ?? [])];
  }

  has(mesh: string): boolean {
    return this.#meshes?.has(mesh) ?? true;
  }

  union(other: MeshSet): MeshSet {
    if (other.#meshes === null) return this;
    if (this.#meshes === null) return new MeshSet(other.#meshes, []);
    const meshes = new Map(this.#meshes);
    for (const [mesh, origins] of other.#meshes) meshes.set(mesh, joined(meshes.get(mesh) ?? [], origins));
    return new MeshSet(meshes, joined(this.#wildcard, other.#wildcard));
  }

  intersection(other: MeshSet): MeshSet {
    if (other.#meshes === null) return this;
    if (this.#meshes === null) return other;
    const meshes = new Map<string, Origins>();
    for (const [mesh, origins] of this.#meshes) {
      const theirs = other.#meshes.get(mesh);
      if (theirs !== undefined) meshes.set(mesh, joined(origins, theirs));
      else if (other.#wildcard.length > 0) meshes.set(mesh, joined(origins, other.#wildcard));
    }
    const [hasWildcard, hasOther] = [this.#wildcard.length > 0, other.#wildcard.length > 0];
    if (hasWildcard) {
      for (const [mesh, origins] of other.#meshes) {
        if (!this.#meshes.has(mesh)) meshes.set(mesh, joined(origins, this.#wildcard));
      }
    }
    return new MeshSet(meshes, hasWildcard === hasOther ? joined(this.#wildcard, other.#wildcard) : []);
  }

  /**
   * Returns the mesh to choose of the set: one of the preferred ones if it has any, rather one that nothing is broadcast
   * to, and of these the one with the smallest name. `null` for an empty set.
   */
  pick(preferred: MeshSet = MeshSet.empty): string | null {
    const own = this.#meshes ?? new Map<string, Origins>();
    const candidates = preferred.meshes.flatMap((mesh): (readonly [string, Origins])[] => {
      const origins = own.get(mesh) ?? (this.#wildcard.length > 0 ? this.#wildcard : undefined);
      return origins === undefined ? [] : [[mesh, origins]];
    });
    const among = candidates.length > 0 ? candidates : [...own];
    const direct = among.filter(([, origins]) => !origins.includes('broadcast_in'));
    const group = (direct.length > 0 ? direct : among).map(([mesh]) => mesh).sort();
    return group[0] ?? null;
  }

  /** True if both sets have the same meshes, whatever the reasons. */
  hasSameMeshes(other: MeshSet): boolean {
    if (this.#meshes === null || other.#meshes === null) return this.#meshes === other.#meshes;
    const theirs = other.#meshes;
    return (
      this.#meshes.size === theirs.size &&
      this.meshes.every((mesh) => theirs.has(mesh)) &&
      this.#wildcard.length > 0 === other.#wildcard.length > 0
    );
  }

  /** The attribute of the set; `null` for all meshes. */
  toAttr(): MeshesWithOriginsAttr | null {
    if (this.#meshes === null) return null;
    const value = this.entries.map(([mesh, origins]) => MeshWithOriginsAttr.of(mesh, origins));
    if (this.#wildcard.length > 0) value.push(MeshWithOriginsAttr.of(WILDCARD_MESH, this.#wildcard));
    return MeshesWithOriginsAttr.get({ value });
  }

  /** The meshes as diagnostics list them: `{m1,m2}`. */
  get namesText(): string {
    return `{${this.meshes.join()}}`;
  }

  /** The meshes with their reasons as diagnostics list them: `m1[a,b], m2[c]`. */
  get text(): string {
    return this.entries
      .map(([mesh, origins]) => (origins.length === 0 ? mesh : `${mesh}[${origins.join()}]`))
      .join(', ');
  }
}

function joined(a: Origins, b: Origins): Origins {
  return [...new Set([...a, ...b])];
}
