import type { FrontendAttributes } from '../model/module.ts';
import type { Scanner } from './scanner.ts';

/** Reads `{key="value",other={a=1}}`. */
export function readFrontendAttributes(scanner: Scanner): FrontendAttributes {
  const attributes = new Map<string, string>();
  scanner.list('{', '}', 'attributes', () => {
    const key = scanner.seesQuote() ? scanner.quoted('a key') : scanner.word('a key');
    scanner.expect('=', `after '${key}'`);
    attributes.set(
      key,
      scanner.seesQuote()
        ? scanner.quoted(`the value of '${key}'`)
        : scanner.rawValue(`the value of '${key}'`),
    );
  });
  return attributes;
}
