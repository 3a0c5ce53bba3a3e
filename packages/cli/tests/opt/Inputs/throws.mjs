import { definePass } from '@shardform/ir-core';

const throws = definePass({
  name: 'throws',
  className: 'Throws',
  summary: 'Throw',
  run() {
    throw new TypeError('no such thing');
  },
});

export const throwing = { name: 'throwing', passes: [throws] };
