import { useSignal } from '@preact/signals';
import type { PlanPython } from './plan-for-jax.ts';

/** Python that applies the plan to a JAX function; the helper that is the same for all plans is copied, not shown. */
export function PythonSnippet({ python, isExact }: PlanPython) {
  const isCopied = useSignal(false);
  const shown = python.slice(python.indexOf('AXES = '), python.indexOf('\nclass PlanError')).trimEnd();
  const count = (python.match(/^ {4}\(\[/gm) ?? []).length;
  const words =
    count === 0
      ? 'shardings of arguments and results make Shardy find this plan'
      : `${count === 1 ? '1 constraint makes' : `${count} constraints make`} Shardy find this plan`;
  return (
    <section class="plan-python" aria-label="For JAX">
      <h3 class="plan-title">
        For JAX <span class="q sm">{isExact ? words : 'Shardy finds a plan that is close to this one'}</span>
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
