import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-pre-order-funcs', () => {
  test('puts callers before callees', () => {
    expect(
      runText(
        'sdy-pre-order-funcs',
        `
func.func private @g() {
  return
}
func.func private @f() {
  call @g() : () -> ()
  return
}
func.func @main() {
  call @f() : () -> ()
  return
}`,
      ),
    ).toBe(`module {
  func.func @main() {
    call @f() : () -> ()
    return
  }
  func.func private @f() {
    call @g() : () -> ()
    return
  }
  func.func private @g() {
    return
  }
}
`);
  });
});
