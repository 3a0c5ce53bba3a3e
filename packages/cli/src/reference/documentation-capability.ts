import { type Capability, Context, type Extension } from '@shardform/ir-core';

/**
 * Returns the operations that have a description and an example, as a capability that every operation needs: no reason
 * to lack it is accepted.
 */
export async function documentationCapability(extensions: readonly Extension[]): Promise<Capability> {
  const documented = new Set<string>();
  for (const { name, documentation } of new Context(extensions).dialects.values()) {
    for (const [mnemonic, { description, example }] of Object.entries((await documentation?.()) ?? {})) {
      if (description !== '' && example !== '') documented.add(`${name}.${mnemonic}`);
    }
  }
  return { name: 'documentation', supports: ({ name }) => documented.has(name), gaps: [] };
}

/** Extensions with the capability of their documentation. */
export async function withDocumentation(extensions: readonly Extension[]): Promise<readonly Extension[]> {
  const capability = await documentationCapability(extensions);
  return [...extensions, { name: 'documentation', capabilities: [capability] }];
}
