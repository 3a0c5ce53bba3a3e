import { effect, signal } from '@preact/signals';
import { examples } from '../examples/examples.ts';
import { view } from '../state/layout.ts';
import { isOffered } from '../state/machines.ts';
import { disabledSteps, machine, name, open, source, steps } from '../state/program.ts';
import { shownStep } from '../state/results.ts';
import { selected } from '../state/selection.ts';
import { openFiles, openMachine } from './files.ts';
import { decodeShared, encodeShared, type Shared } from './link.ts';

/** What is wrong with the link that the page was opened with; empty if nothing is. */
export const linkProblem = signal('');

/** The program of the link in the address; `null` without one. */
let linked: string | null = null;

/** Once another program is shown, the address doesn't hold it: it must not come back when the page is loaded again. */
export function keepAddressTrue(): void {
  effect(() => {
    const text = source.value;
    if (linked === null || text === linked) return;
    linked = null;
    history.replaceState(null, '', document.location.pathname + document.location.search);
  });
}

/**
 * Opens what the address of the page holds or names: a link of {@link shareAddress}, or `#file=PATH&name=NAME`, a file
 * beside the page.
 *
 * @returns false if the address holds nothing, or is damaged.
 */
export function restoreFromAddress(): boolean {
  const hash = document.location.hash.slice(1);
  linkProblem.value = '';
  const named = hash.startsWith('file=') ? new URLSearchParams(hash) : null;
  if (named !== null) {
    void openNamed(named.get('file')!, named.get('name'));
    return true;
  }
  const shared = hash === '' ? null : decodeShared(hash);
  const isRestored = shared !== null && restore(shared);
  if (hash !== '' && !isRestored)
    linkProblem.value = 'the link is damaged: copy all of it, or ask for it again';
  return isRestored;
}

/** @returns false if it names an example that there is not. */
function restore(shared: Shared): boolean {
  const example = examples.find(({ file }) => file === shared.example);
  const text = shared.text ?? example?.text;
  if (text === undefined) return false;
  linked = text;
  open({ name: shared.name ?? example?.file ?? 'program.mlir', text, steps: shared.steps });
  if (shared.machine?.startsWith('{') === true) void openMachine('the machine of the link', shared.machine);
  else if (shared.machine !== undefined && isOffered(shared.machine)) machine.value = shared.machine;
  disabledSteps.value = new Set(shared.off ?? []);
  if (shared.view !== undefined) view.value = shared.view;
  if (shared.step !== undefined) shownStep.value = shared.step;
  if (shared.selected !== undefined) selected.value = shared.selected;
  return true;
}

/** A missing or invalid program leaves the page unchanged. */
async function openNamed(path: string, fileName: string | null): Promise<void> {
  const address = new URL(path, document.location.href);
  if (address.origin !== document.location.origin) return;
  const response = await fetch(address, { cache: 'no-store' });
  if (response.ok) await openFiles([new File([await response.blob()], fileName ?? path)]);
}

/** Puts the program and what is shown of it into the address of the page, and returns the whole address. */
export function shareAddress(): string {
  const address = new URL(document.location.href);
  address.hash = sharedState();
  history.replaceState(null, '', address);
  linked = source.value;
  return address.href;
}

/** Returns the address of the playground with the program and what is shown of it, from a page beside it. */
export function playgroundAddress(): string {
  const address = new URL('./index.html', document.location.href);
  address.hash = sharedState();
  return address.href;
}

function sharedState(): string {
  const example = examples.find(({ file, text }) => file === name.value && text === source.value);
  return encodeShared({
    ...(example === undefined ? { name: name.value, text: source.value } : { example: example.file }),
    ...(disabledSteps.value.size === 0 ? {} : { off: [...disabledSteps.value] }),
    ...{ steps: steps.value, step: shownStep.value, view: view.value, machine: machine.value },
    ...(selected.value === null ? {} : { selected: selected.value }),
  });
}
