import { readFileSync } from 'node:fs';
import { Context, printOp } from '@shardform/ir-core';
import { hloDialect } from '@shardform/dialect-hlo';
import { chloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { importHlo } from '../src/index.ts';
const args = process.argv.slice(2);
const quiet = args[0] === '-q';
if (quiet) args.shift();
let ok = 0;
for (const file of args) {
  const context = new Context([hloDialect, chloDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe((d) => { if (d.severity === 'error' || d.severity==='warning') messages.push(`${String(d.location)}: ${d.message}`); });
  try {
    const t0 = performance.now();
    const source = readHloText(readFileSync(file, 'utf8'));
    const t1 = performance.now();
    const module = importHlo(source, context, { sourceName: file });
    const t2 = performance.now();
    if (module === null) console.log(file, 'FAILED', messages[0]);
    else { ok++; if (!quiet) console.log(printOp(module, context)); else console.log(file.split('/').at(-1), 'ok', Math.round(t1 - t0), Math.round(t2 - t1)); }
  } catch (error) { console.log(file, 'THROWN', (error as Error).stack); }
}
console.error(ok, 'of', args.length);
