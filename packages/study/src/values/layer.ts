/**
 * Returns the name scopes around an operation of the user's program: `block0, backward` of
 * `transpose(jvp(block0))/dot_general`, as JAX calls the scopes of derivatives. `null` for none.
 */
export function layerOf(name: string | null): string | null {
  const scopes = name?.split('/').slice(0, -1).map(scopeTitle).filter(Boolean) ?? [];
  return scopes.length === 0 ? null : scopes.join('/');
}

function scopeTitle(scope: string): string {
  const backward = /^transpose\(jvp\((.*)\)\)$/.exec(scope);
  if (backward !== null) return `${backward[1]!}, backward`.replace(/^, /, '');
  return /^jvp\((.*)\)$/.exec(scope)?.[1] ?? scope;
}
