import { useSignal } from '@preact/signals';
import { countText } from '@shardform/study';
import type { PlanPython } from './plan-for-jax.ts';

/** Python that applies the plan to a JAX function; the helper that is the same for all plans is copied, not shown. */
export function PythonSnippet({ python, constraints }: PlanPython) {
  const isCopied = useSignal(false);
  const shown = python.slice(python.indexOf('AXES = '), python.indexOf('\nclass PlanError')).trimEnd();
  const words =
    constraints === 0
      ? 'the shardings of arguments are the plan'
      : `shardings of arguments and ${countText(constraints, 'constraint')}`;
  return (
    <section class="plan-python" aria-label="For JAX">
      <h3 class="plan-title">
        For JAX <span class="q sm">{words}</span>
        <span class="grow" />
        <button
          type="button"
          class="btn plain"
          onClick={() => void navigator.clipboard.writeText(python).then(() => (isCopied.value = true))}
        >
          {isCopied.value ? 'Copied' : 'Copy plan.py'}
        </button>
      </h3>
      <pre class="snip" tabIndex={0}>
        {shown}
      </pre>
    </section>
  );
}
