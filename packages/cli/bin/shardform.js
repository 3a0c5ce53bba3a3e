#!/usr/bin/env node
import { main } from '../dist/shardform.js';

await main(process.argv.slice(2));
