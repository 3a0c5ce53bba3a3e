import { bytesText } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import { Change } from '../../parts/change.tsx';
import type { ListedLayout } from './compared-plan.ts';
import { costWords } from './cost-words.tsx';
import type { FoundPlan, PlanCost } from './found-plan.ts';

/** Known layouts beside the plan: what each takes, and why it takes longer. */
export function ComparedLayouts({
  plan,
  layouts,
}: {
  readonly plan: FoundPlan;
  readonly layouts: readonly ListedLayout[];
}) {
  return (
    <>
      <h3 class="plan-title">Known layouts, the rest of each planned</h3>
      <div class="plan-scroll" tabIndex={0}>
        <table class="tbl" aria-label="Layouts">
          <thead>
            <tr>
              <th>layout</th>
              <th class="r">step</th>
              <th class="r">beside it</th>
              <th class="r">peak</th>
              <th>what takes longer</th>
            </tr>
          </thead>
          <tbody>
            <tr class="on">
              <td>
                <b>the plan</b>
              </td>
              <Cells cost={plan.cost} plan={plan.cost} />
              <td />
            </tr>
            {plan.written !== null && (
              <tr>
                <td>as written</td>
                <Cells cost={plan.written} plan={plan.cost} />
                <td />
              </tr>
            )}
            {layouts.map(({ name, cost, costs }) => (
              <tr key={name}>
                <td>{name}</td>
                <Cells cost={cost} plan={plan.cost} />
                <td class="q sm">{costWords(costs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Cells({ cost, plan }: { readonly cost: PlanCost; readonly plan: PlanCost }) {
  return (
    <>
      <td class="r">{secondsText(cost.seconds)}</td>
      <td class="r">
        <Change before={plan.seconds} after={cost.seconds} />
      </td>
      <td class="r">{bytesText(cost.peakBytes)}</td>
    </>
  );
}
