import { AxisName } from '../parts/chip.tsx';
import { examples } from '../examples/examples.ts';
import { shareAddress } from '../share/address.ts';
import { commandText } from '../share/command.ts';
import { openFiles } from '../share/files.ts';
import { axes } from '../state/axes.ts';
import { theme } from '../state/layout.ts';
import { isOffered, machineName, machines } from '../state/machines.ts';
import { machine, name, open, openedCount } from '../state/program.ts';

/** The first line: what is open, the mesh, the machine, and what can be done with the page. */
export function Bar({
  notice,
  onNotice,
}: {
  readonly notice: string;
  readonly onNotice: (text: string) => void;
}) {
  const copy = async (text: string, done: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      onNotice(done);
    } catch {
      onNotice(text);
    }
  };
  const choose = (event: Event): void => {
    // The handler is attached to an `input` element.
    const input = event.currentTarget as HTMLInputElement;
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    void openFiles(files).then(onNotice);
    // The same file can be opened again.
    input.value = '';
  };
  return (
    <header class="bar">
      <h1 class="brand" title="See, propagate and partition the shardings of a program">
        <Logo /> Shardform
      </h1>
      <ExampleMenu />
      <span class="grow" />
      {axes.value.length > 0 && (
        <span class="mesh-key" aria-label="Mesh">
          {axes.value.map(([axis, size]) => (
            <AxisName key={axis} axis={axis} size={size} />
          ))}
        </span>
      )}
      <label class="field">
        <span class="q">on</span>
        <select value={machine.value} onChange={(event) => (machine.value = event.currentTarget.value)}>
          {machines.map(({ name: id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          {!isOffered(machine.value) && <option value={machine.value}>{machineName(machine.value)}</option>}
        </select>
      </label>
      <label class="btn plain">
        Open
        <input
          class="sr"
          type="file"
          aria-label="Open files"
          multiple
          accept=".mlir,.mlirbc,.onnx,.npz,.safetensors,.hlo,.txt,.pb,.json,.gz"
          onChange={choose}
        />
      </label>
      <button
        type="button"
        class="btn plain"
        onClick={() => void copy(commandText(), 'the command is in the clipboard')}
      >
        Copy as command
      </button>
      <button
        type="button"
        class="btn"
        onClick={() => void copy(shareAddress(), 'the link is in the clipboard')}
      >
        Share
      </button>
      <ThemeButton />
      <a
        class="btn plain sq"
        href="https://www.npmjs.com/package/@shardform/cli"
        aria-label="Documentation"
        title="Documentation"
      >
        ?
      </a>
      <span class="notice" aria-live="polite">
        {notice}
      </span>
    </header>
  );
}

function ExampleMenu() {
  const current = examples.findIndex((example) => example.file === name.value);
  return (
    <select
      class="example"
      aria-label="Example"
      // Opening makes a new menu: it shows the name of what is open, and the same example can be chosen again.
      key={openedCount.value}
      onChange={(event) => {
        const example = examples[Number(event.currentTarget.value)];
        if (example !== undefined) open({ name: example.file, text: example.text, steps: example.steps });
      }}
    >
      <option selected hidden value="-1">
        {name.value}
      </option>
      {[...new Set(examples.map(({ group }) => group))].map((title) => (
        <optgroup key={title} label={title}>
          {examples.map((example, i) =>
            example.group !== title ? null : (
              <option key={example.name} value={i} aria-current={i === current}>
                {example.name}
              </option>
            ),
          )}
        </optgroup>
      ))}
    </select>
  );
}

function ThemeButton() {
  const isDark =
    theme.value === 'dark' || (theme.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <button
      type="button"
      class="btn plain sq"
      aria-label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={() => (theme.value = isDark ? 'light' : 'dark')}
    >
      ◐
    </button>
  );
}

function Logo() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path class="p-a1" d="M0 0h7v7H0z" />
      <path class="p-a2" d="M9 0h7v7H9z" />
      <path class="p-ink" d="M0 9h7v7H0zM9 9h7v7H9z" />
    </svg>
  );
}
