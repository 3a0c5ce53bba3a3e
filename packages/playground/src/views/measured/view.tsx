import { profileInput } from '../../state/program.ts';
import { results, studied } from '../../state/results.ts';
import { Pending } from '../../parts/pending.tsx';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import { KnownMeasured } from './known-measured.tsx';

export default defineView({
  name: 'measured',
  title: 'Measured',
  order: 5.5,
  Component: MeasuredView,
  isThere: () => profileInput.value !== null,
});

/** What was measured of a run, beside what is predicted. */
function MeasuredView() {
  const isRead = results.value.length > 0;
  const answer = useAnswer<typeof answerOf>('measured', isRead ? {} : null, [
    ...[studied.value, results.value.length],
  ]);
  if (answer.value === undefined) return <Pending doing="Joining the profile" answer={answer} />;
  if (answer.value === null) return <p class="hint">There is no profile of the program that is open.</p>;
  return <KnownMeasured picture={answer.value} />;
}
