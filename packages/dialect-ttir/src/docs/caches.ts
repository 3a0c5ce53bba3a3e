import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const IN_PLACE = 'The cache is overwritten in place; the operation has no result.';

/** Returns the documentation of writing to KV caches. */
export function cacheDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    fill_cache: {
      description: `Writes the keys or values of a sequence (prefill) to a KV cache. \`cache\` is [users, heads, capacity, size] and \`input\` [batch, heads,
length, size]; its rows go to the positions from 0 on of the user \`batch_offset\`. ${IN_PLACE}`,
      example: exampleOf({
        op: `${dialect}.fill_cache`,
        operands: { cache: '1x8x128x64xbf16', input: '1x8x32x64xbf16' },
        properties: 'batch_offset = 0 : i32',
        results: [],
      }),
    },
    paged_fill_cache: {
      description: `Writes the keys or values of a sequence (prefill) to a KV cache of pages. \`cache\` is [pages, heads, page size, size], where the page size
is a multiple of 32, \`input\` [batch, heads, length, size], and \`page_table\`, [users, pages per user], lists the pages of each user.
\`batch_idx_tensor\` names the user of each sequence; without it there is one sequence, of the first user. ${IN_PLACE}`,
      example: exampleOf({
        op: `${dialect}.paged_fill_cache`,
        operands: {
          cache: '64x8x32x64xbf16',
          input: '1x8x96x64xbf16',
          page_table: '4x16xi32',
          batch_idx: '1xi32',
        },
        results: [],
      }),
    },
    paged_update_cache: {
      description: `Writes the keys or values of one new token per user (decode) to a KV cache of pages. \`cache\` is [pages, heads, page size, size], \`input\`
[1, users, heads, size] and \`update_index\`, [users], the position of each token; \`page_table\`, [users, pages per user], lists the pages
of each user. Without it \`cache\` has one row per user. With \`share_cache\` users share pages. ${IN_PLACE}`,
      example: exampleOf({
        op: `${dialect}.paged_update_cache`,
        operands: {
          cache: '64x8x32x64xbf16',
          input: '1x4x8x64xbf16',
          update_index: '4xi32',
          page_table: '4x16xi32',
        },
        properties: 'share_cache = false',
        results: [],
      }),
    },
    update_cache: {
      description: `Writes the keys or values of one new token (decode) to a KV cache at the position \`update_index\`, a tensor of one integer. \`cache\` is
[users, heads, capacity, size] and \`input\` [1, heads, users, size]; \`batch_offset\` is the first user that is written. ${IN_PLACE}`,
      example: exampleOf({
        op: `${dialect}.update_cache`,
        operands: { cache: '1x8x128x64xbf16', input: '1x8x1x64xbf16', update_index: '1xi32' },
        properties: 'batch_offset = 0 : i32',
        results: [],
      }),
    },
  };
}
