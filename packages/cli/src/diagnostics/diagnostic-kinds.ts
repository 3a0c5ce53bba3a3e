/** A kind of message that a page of the documentation explains. */
export interface DiagnosticKind {
  /** Stable: editors show it, and pages name it. */
  readonly code: string;
  /** The page, in `docs/diagnostics`, and its section. */
  readonly page: string;
  readonly message: RegExp;
}

/** All kinds, the specific ones first: the first whose pattern a message matches is its kind. */
export const diagnosticKinds: readonly DiagnosticKind[] = [
  kind('dialect-not-found', 'reading#dialect-not-found', /^Dialect `.*' not found/),
  kind('no-entry-function', 'reading#no-entry-function', /must have entry func with name main/),
  kind('several-blocks', 'reading#several-blocks', /region of several blocks|goes on in another block/),
  kind('over-limit', 'reading#larger-than-allowed', /--limit-[\w-]+ raises the limit/),
  kind('unknown-name', 'reading#unknown-flag-pass-or-command', /^unknown (flag|pass|command)/),
  kind('cut-shapes', 'sharding#a-tensor-that-cannot-be-cut', /can't be cut by pass/),
  kind('several-meshes', 'sharding#several-meshes', /has \d+ meshes, but all shardings have to be on one/),
  kind(
    'gathered-argument',
    'sharding#a-gather-of-an-argument',
    /gathers argument \d+, which the program gets split/,
  ),
  kind(
    'unknown-custom-call',
    'sharding#a-custom-call-without-a-rule',
    /is unknown to SDY sharding rule registry|CustomCallOp sharding rule is not defined|is not known: its operands are gathered/,
  ),
  kind('not-finite', 'execution#a-nan-or-an-infinity', /has (a NaN|an infinity|a -?infinity) at index/),
  kind('out-of-memory', 'execution#out-of-memory', /^out of memory: device/),
  kind('deadlock', 'execution#a-deadlock', /^deadlock: |^a device failed: /),
  kind('unknown-target', 'execution#an-unknown-target-of-a-custom-call', /is unknown to this machine/),
  kind('host-callback', 'execution#a-callback-into-python', /calls a Python function of the process/),
  kind('numbers-differ', 'execution#numbers-that-differ', /DIFFERENT/),
  kind('not-legalized', 'tenstorrent#failed-to-legalize', /^failed to legalize operation/),
  kind('mesh-axes', 'tenstorrent#a-mesh-of-three-axes', /axes, but the target has two/),
  kind('unknown-cost', 'cost#a-cost-that-nobody-knows', /^the cost of .* is not known/),
  kind('machine-too-small', 'cost#a-machine-that-is-too-small', /has \d+ devices?, and \d+ are needed/),
  kind('unknown-machine', 'cost#an-unknown-machine', /^unknown machine /),
  kind('no-plan-fits', 'cost#no-plan-fits', /^no plan fits into/),
  kind('over-budget', 'cost#over-a-budget', /^FAIL /),
  kind('verification', 'reading#an-operation-that-does-not-verify', /^'[\w.]+' op /),
];

/** Returns the kind of a message; `null` for one that no page explains. */
export function kindOf(message: string): DiagnosticKind | null {
  return diagnosticKinds.find((known) => known.message.test(message)) ?? null;
}

/** Returns the address of the page about a kind, on the site that a package's manifest names. */
export function pageAddress({ page }: DiagnosticKind, homepage: string): string {
  return `${homepage.replace(/\/$/, '')}/docs/diagnostics/${page}`;
}

function kind(code: string, page: string, message: RegExp): DiagnosticKind {
  return { code, page, message };
}
