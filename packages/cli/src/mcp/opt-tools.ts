import { type OutputJson, outputSchema } from '../json-schema/diagnostic-schema.ts';
import { runCommand } from '../shardform.ts';
import type { ToolInput } from '../tool-io.ts';
import { answered } from './command-tool.ts';
import { problemLine } from './problem-line.ts';
import { isForAgents, programParameters, takePrograms } from './programs.ts';
import type { Answer, Given, McpTool } from './tool.ts';

/** Returns the tools that are `shardform opt` with some of its flags. */
export function optTools(input: ToolInput): McpTool[] {
  const program = programParameters(
    'program',
    'the program as MLIR text, such as JAX prints: StableHLO, sdy, func, ttir, ttnn',
    input,
  );
  const opt = (flags: readonly string[], given: Given, title: string): Promise<Answer> =>
    answered(() => {
      const { paths, input: own } = takePrograms(['program'], given, input);
      return runCommand('opt', ['--json', ...flags, '--', paths[0]!], own, (rendered) => {
        // That of the command's schema.
        const [json] = rendered.json() as [OutputJson];
        const problems = json.diagnostics.map(problemLine).join('');
        const summary = isForAgents(input) && json.succeeded ? `${title}\n` : '';
        const text = summary + problems + json.messages + (json.output ?? '');
        return { text, data: json, isError: !json.succeeded };
      });
    });
  return [
    {
      name: 'parse',
      description: 'Reads and verifies a program and prints it in its usual form, or lists all problems.',
      parameters: {
        ...program,
        generic: { type: 'boolean', description: 'print every operation in its generic form' },
      },
      output: outputSchema,
      run: (given) =>
        opt(given.generic === true ? ['--mlir-print-op-generic'] : [], given, 'the program is right:'),
    },
    {
      name: 'verify',
      description: 'Verifies a program and lists all problems with their locations; does not print it.',
      parameters: program,
      output: outputSchema,
      async run(given) {
        const answer = await opt([], given, 'the program is right');
        if (answer.isError) return answer;
        // Answers of `opt` that are no errors have this form.
        const data = { ...(answer.data as OutputJson), output: null };
        return { ...answer, text: 'the program is right', data };
      },
    },
    {
      name: 'run_pipeline',
      description:
        'Runs passes on a program and prints the result. Pass names and pipeline text are those of mlir-opt, sdy_opt, stablehlo-opt and ttmlir-opt.',
      parameters: {
        ...program,
        pipeline: {
          type: 'string',
          description:
            "'builtin.module(sdy-propagation-pipeline)', 'builtin.module(func.func(cse),canonicalize)'",
          required: true,
        },
      },
      output: outputSchema,
      run: (given) => opt([`--pass-pipeline=${String(given.pipeline)}`], given, 'after the passes:'),
    },
  ];
}
