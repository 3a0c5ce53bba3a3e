import { main } from '@shardform/cli';

await main(process.argv.slice(2));
