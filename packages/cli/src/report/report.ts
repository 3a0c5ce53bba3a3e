import { list, object, text, versionOne } from '../json-schema/json-schema.ts';
import { localProgram, shardedFunction } from '@shardform/inspect';
import { entryFunction } from '@shardform/runtime-sim';
import { listCollectives, partitionWithReasons } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { type LoadedModule, loadProgram, ModuleError } from '../load-module.ts';
import { type ToolInput, writeOutput } from '../tool-io.ts';
import { page, type Section } from './html.ts';
import {
  collectiveSection,
  explanationSection,
  placementSection,
  problemSection,
  programSection,
} from './sections.ts';

const reportSchema = object(
  { version: versionOne, file: text('the page'), sections: list(text(), 'the headings of the page') },
  'the output of shardform report --json',
);

/** `shardform report`. */
export const report = defineCommand({
  name: 'report',
  description: `Writes a self-contained HTML page about a program: problems, the layout of values, collectives, explanations of
shardings, and the program after each step. For pull requests and bug reports.`,
  usage: ['FILE [-o FILE.html]'],
  examples: ['shardform report step.mlir -o report.html', 'shardform report step.mlir -o - > report.html'],
  flags: {
    o: {
      value: 'FILE',
      type: 'output',
      description: 'where to write, report.html unless given, - for standard output',
    },
  },
  run([file], flags, input) {
    if (flags.o === '-') refuseIdleFlags(flags, ['json'], "beside '-o -': standard output gets the page");
    const { sections, exitCode, messages } = sectionsOf(file!, input);
    const name = file === '-' ? 'standard input' : file!;
    const html = page(`Report on ${name}`, 'Made by shardform report.', sections);
    const target = flags.o ?? 'report.html';
    if (target !== '-') writeOutput(target, html, input);
    const titles = sections.map(({ title }) => title);
    const data: WrittenReport = { target, sections: titles, html: target === '-' ? html : null };
    return { data, messages, exitCode };
  },
  text: ({ target, html }) => (html === null ? `written to ${target}\n` : { stdout: html, stderr: '' }),
  json: {
    name: 'report',
    schema: reportSchema,
    of: ({ target, sections }) => ({ version: 1 as const, file: target, sections }),
  },
});

/** A page with its headings. */
interface WrittenReport {
  readonly target: string;
  readonly sections: readonly string[];
  /** The page, where standard output gets it. */
  readonly html: string | null;
}

interface Contents {
  readonly sections: readonly Section[];
  readonly messages: string;
  readonly exitCode: number;
}

/** The sections of a file; those of an invalid one are its problems only. */
function sectionsOf(file: string, input: ToolInput): Contents {
  try {
    const loaded = loadProgram(file, input);
    const sections = programSections(loaded);
    const messages = loaded.log.text();
    const failed = loaded.log.diagnostics.some(({ severity }) => severity === 'error');
    return { sections: [problemSection(messages), ...sections], messages, exitCode: failed ? 1 : 0 };
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error;
    return { sections: [problemSection(error.messages)], messages: error.messages, exitCode: 1 };
  }
}

function programSections(loaded: LoadedModule): Section[] {
  const { module, context, names, reload } = loaded;
  const device = localProgram(module);
  if (device !== null)
    return [
      placementSection(device.whole, device.func),
      collectiveSection(listCollectives(device.module, context, { names })),
      programSection('The program of one device', module, context),
    ];
  const sections = [programSection('The program', module, context)];
  const { stages, collectives } = partitionWithReasons(loaded);
  const { propagated, local } = stages;
  if (propagated !== null) {
    // Explanations need the program as the file has it, with its names.
    const why = explanationSection(reload());
    sections.unshift(placementSection(shardedFunction(propagated), entryFunction(propagated)));
    if (collectives !== null) sections.splice(1, 0, collectiveSection(collectives));
    if (why !== null) sections.splice(sections.length - 1, 0, why);
    sections.push(programSection('After propagation', propagated, context));
  }
  if (local !== null) sections.push(programSection('On each device', local, context));
  return sections;
}
