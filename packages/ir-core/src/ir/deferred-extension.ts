import { groupBy } from '../list/group-by.ts';
import type { RewritePattern } from '../rewrite/pattern.ts';
import type { Extension } from './extension.ts';

/** What an extension provides, by name. Of operations, attributes and types it has the dialects alone. */
export interface ExtensionContents {
  /** The names of the extensions that it requires, which need not be loaded with it where a context knows them. */
  readonly requires?: readonly string[];
  readonly dialects?: readonly string[];
  /** The dialects of its operations. */
  readonly ops?: readonly string[];
  readonly attrs?: readonly string[];
  readonly types?: readonly string[];
  /** From the ids of interfaces to the dialects of the operations that the extension implements them for. */
  readonly interfaces?: Readonly<Record<string, readonly string[]>>;
  readonly passes?: readonly string[];
  readonly pipelines?: readonly string[];
  /** The dialects whose operations its canonicalization patterns look at, {@link ALL_DIALECTS} among them. */
  readonly canonicalizations?: readonly string[];
  readonly hasCapabilities?: true;
}

/**
 * An extension that a context loads when something in it is asked for, so that a command doesn't evaluate the code of
 * dialects and passes that it has no use for. Of attributes, its dialects name their own alone.
 */
export interface DeferredExtension {
  /** The name of the extension. */
  readonly name: string;
  readonly contents: ExtensionContents;
  /** Returns the extension, which provides what {@link DeferredExtension.contents} says. */
  readonly load: () => Extension;
}

/** What a context is made of. */
export type ContextPart = Extension | DeferredExtension;

/** Tells an extension that has yet to be loaded. */
export function isDeferred(part: ContextPart): part is DeferredExtension {
  return part.load !== undefined;
}

/** Returns what an extension provides by itself, without what it requires. */
export function contentsOf(extension: Extension): ExtensionContents {
  const { capabilities = [], interfaces = [] } = extension;
  const names = {
    requires: extension.requires?.map(({ name }) => name),
    dialects: extension.dialects?.map(({ name }) => name),
    ops: extension.ops?.map(({ definition }) => definition.dialect),
    attrs: extension.attrs?.map(({ mnemonic }) => dialectOfName(mnemonic)),
    types: extension.types?.map(({ mnemonic }) => dialectOfName(mnemonic)),
    passes: extension.passes?.map(({ name }) => name),
    pipelines: extension.pipelines?.map(({ name }) => name),
    canonicalizations: extension.canonicalizations?.map(dialectOfPattern),
  };
  const lists = Object.entries(names).filter(([, list = []]) => list.length > 0);
  const implemented = [...groupBy(interfaces, (implementation) => implementation.interface.id)].map(
    ([id, all]) => [id, [...new Set(all.map(({ definition }) => definition.dialect))]] as const,
  );
  return {
    ...Object.fromEntries(lists.map(([kind, list]) => [kind, [...new Set(list)]])),
    ...(implemented.length > 0 && { interfaces: Object.fromEntries(implemented) }),
    ...(capabilities.length > 0 && { hasCapabilities: true }),
  };
}

/** Stands for the dialects of a pattern that looks at all operations. */
export const ALL_DIALECTS = '*';

/** The dialect whose operations a pattern looks at, or {@link ALL_DIALECTS}. */
export function dialectOfPattern({ root }: RewritePattern): string {
  return root === null ? ALL_DIALECTS : dialectOfName(root);
}

/** The dialect of the name of an operation, attribute or type: `stablehlo.add` belongs to `stablehlo`. */
export function dialectOfName(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
