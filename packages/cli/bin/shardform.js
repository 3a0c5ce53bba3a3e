#!/usr/bin/env node
// The program is one file because that starts faster. Extensions import the packages themselves, of which
// there may only be one copy: with them the library is taken.
const loads = process.argv.some((argument) => /^--?load-extension(=|$)/.test(argument));
const { main } = await (loads ? import('../dist/index.js') : import('../dist/shardform.js'));

await main(process.argv.slice(2));
