import { fileProblem } from '../state/file-problem.ts';

/** Why a file can't be read: the place, the cause, and a remedy. */
export function FileProblemCard() {
  const problem = fileProblem.value;
  if (problem === null) return null;
  const { file, line, column, excerpt, message, remedy } = problem;
  const place = line === 0 ? '' : column === 0 ? `, line ${line}` : `, line ${line}, column ${column}`;
  return (
    <section class="file-problem" role="alert">
      <h2>
        <b>{file}</b> was not opened{place}
      </h2>
      {excerpt !== '' && (
        <pre tabIndex={0}>
          {excerpt}
          {column > 0 && column <= excerpt.length && `\n${' '.repeat(column - 1)}^`}
        </pre>
      )}
      <p>{message}</p>
      <p class="q">{remedy}</p>
      <button type="button" class="btn" onClick={() => (fileProblem.value = null)}>
        Close
      </button>
    </section>
  );
}
