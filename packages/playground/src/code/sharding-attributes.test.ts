import { expect, test } from 'vitest';
import { withoutShardings } from './sharding-attributes.ts';

test.each([
  ['%1 = a.b %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : t', '%1 = a.b %0 : t'],
  [
    '%1 = a.b %0 {k = 1 : i64, sdy.sharding = #sdy.sharding<@m, [{"x"}]>} : t',
    '%1 = a.b %0 {k = 1 : i64} : t',
  ],
  ['(%a: t {sdy.sharding = #sdy.sharding<@m, [{"x>"}]>, jax.a = "b"})', '(%a: t {jax.a = "b"})'],
  ['%1 = a.b %0 {sdy.sharding = #sdy.sharding<@m', '%1 = a.b %0 {sdy.sharding = #sdy.sharding<@m'],
])('sharding attributes go with what only they need: %s', (text, rest) => {
  expect(withoutShardings(text)).toBe(rest);
});
