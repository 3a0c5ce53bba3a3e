import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';

// The expected text is that of mlir-opt 19.
describe('symbol-dce', () => {
  test('erases symbols that nothing public reaches, in nested tables too', () => {
    expect(
      runText(
        'symbol-dce',
        `
module {
  func.func private @a() { return }
  func.func private @b() { call @c() : () -> () return }
  func.func private @c() { call @b() : () -> () return }
  func.func @main() { call @d() : () -> () return }
  func.func private @d() { call @e() : () -> () return }
  func.func private @e() { return }
  func.func nested @n() { return }
  module @inner {
    func.func private @x() { return }
    func.func nested @y() { return }
    func.func @z() { call @w() : () -> () return }
    func.func private @w() { return }
  }
  module @inner2 attributes {sym_visibility = "private"} {
    func.func @z() { return }
  }
}`,
      ),
    ).toBe(`module {
  func.func @main() {
    call @d() : () -> ()
    return
  }
  func.func private @d() {
    call @e() : () -> ()
    return
  }
  func.func private @e() {
    return
  }
  module @inner {
    func.func @z() {
      call @w() : () -> ()
      return
    }
    func.func private @w() {
      return
    }
  }
}
`);
  });

  test('keeps what references inside attributes and paths name', () => {
    const text = `module {
  func.func private @a()
  module @m attributes {sym_visibility = "private"} {
    func.func nested @f()
  }
  test.print {refs = [@a, {key = @m::@f}]}
}
`;
    expect(runText('symbol-dce', text)).toBe(text);
  });

  test('gives up where undeclared operations may hold symbols', () => {
    const context = smallContext();
    context.allowUnregisteredDialects = true;
    expect(runText('symbol-dce', '"x.op"() ({}) : () -> ()', context)).toContain(
      "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses",
    );
  });

  test('needs a symbol table', () => {
    expect(runText('func.func(symbol-dce)', 'func.func @f() { return }')).toContain(
      "'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table",
    );
  });
});
