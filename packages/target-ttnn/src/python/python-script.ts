import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  ArgumentTypeAttr,
  deviceMesh,
  deviceModules,
  FUNCTION_TYPE,
  LoadCachedOp,
} from '@shardform/dialect-ttcore';
import { isInstance, type ModuleOp, StringAttr, type Value } from '@shardform/ir-core';
import { PythonBody } from './python-body.ts';
import { PythonNames } from './python-names.ts';
import { type PythonType, pythonType } from './python-types.ts';

/** Options of a script. */
export interface PythonOptions {
  /** The folder of tensors that inputs are loaded from, `arg0.tensorbin` and so on; without it inputs are ones. */
  readonly inputs?: string | null;
}

/**
 * Returns a TTNN program as a script of Python that executes it by Tenstorrent's library: a function for each function, one
 * that makes inputs, and `main`, which calls both. Functions take and return lists. Parameters and constants come in a
 * dictionary of their own if each argument says what it is.
 *
 * @throws UnwritableOperation
 */
export function pythonScript(module: ModuleOp, options: PythonOptions = {}): string {
  return new Script(module, options).text();
}

/** Where the arguments of a function come from. */
interface Arguments {
  readonly parameters: readonly Container[];
  readonly places: readonly Place[];
}

/** What functions take: a list, or a dictionary of weights. */
type Container = 'inputs' | 'activations' | 'weights';

/** Where an argument is: `weights["weight_0"]`. */
interface Place {
  readonly container: Container;
  /** As Python writes it. */
  readonly key: string;
}

const read = ({ container, key }: Place): string => `${container}[${key}]`;

class Script {
  readonly #functions: readonly FuncOp[];
  readonly #options: PythonOptions;
  readonly #names = new PythonNames();
  readonly #own = new Map<string, string>();
  readonly #lines: string[] = ['import ttnn', 'import utils', ''];

  constructor(module: ModuleOp, options: PythonOptions) {
    this.#functions = deviceModules(module).flatMap((own) =>
      [...own.body].filter((op): op is FuncOp => op instanceof FuncOp && !op.isDeclaration),
    );
    this.#options = options;
  }

  text(): string {
    for (const func of this.#functions) {
      const { value } = func.symName;
      this.#own.set(value, this.#names.function(value === 'main' ? '_main' : value));
    }
    // Functions of constants stand before those that call them.
    const isConstant = (func: FuncOp): boolean => kindOf(func) === 'const_eval';
    for (const func of this.#functions.filter(isConstant)) this.#function(func);
    for (const func of this.#functions.filter((own) => !isConstant(own))) this.#function(func);
    this.#main(this.#functions.filter((func) => func.isPublic && !isConstant(func)));
    return this.#lines.join('\n');
  }

  #function(func: FuncOp): void {
    const own = this.#own.get(func.symName.value)!;
    const cached = [...func.entry].filter((op) => op instanceof LoadCachedOp);
    const given = argumentsOf(func);
    const cache = cached.length === 0 ? null : this.#caching(own, cached, given, func);
    const body = new PythonBody(this.#names, this.#own, cache?.name ?? null);
    for (const [i, argument] of func.entry.arguments.entries()) {
      const place = given.places[i]!;
      const name = this.#names.result(place.container.slice(0, -1));
      this.#names.name(argument, name);
      body.lines.push(`${name} = ${read(place)}`);
    }
    body.writeAll(func);
    const before = cache === null ? [] : [`global ${cache.name}`, `${cache.name} = ${cache.call}`];
    this.#define(own, given.parameters, [...before, ...body.lines]);
  }

  /** Writes a function that fills a dictionary with the results of functions of constants once. */
  #caching(
    own: string,
    cached: readonly LoadCachedOp[],
    given: Arguments,
    func: FuncOp,
  ): { readonly name: string; readonly call: string } {
    const name = this.#names.function(`ce_cache_${own}`);
    const wrapper = this.#names.function(`consteval_${own}`);
    const sources = new Map<Value, string>(
      func.entry.arguments.map((argument, i) => [argument, read(given.places[i]!)]),
    );
    const lines = ['if not ce_cache:'];
    for (const op of cached) {
      const entry = `ce_cache[${JSON.stringify(op.callee.root)}]`;
      const args = op.operandValues().map((value) => sources.get(value) ?? 'None');
      lines.push(`  ${entry} = ${this.#own.get(op.callee.root) ?? 'None'}([${args.join(', ')}])`);
      for (const [i, result] of op.results.entries()) sources.set(result, `${entry}[${i}]`);
    }
    lines.push('return ce_cache');
    this.#lines.push(`${name} = {}`, '');
    this.#define(wrapper, ['ce_cache', ...given.parameters], lines);
    return { name, call: `${wrapper}(${[name, ...given.parameters].join(', ')})` };
  }

  #define(name: string, parameters: readonly string[], lines: readonly string[]): void {
    this.#lines.push(`def ${name}(${parameters.join(', ')}): `, ...lines.map((line) => `  ${line}`), '');
  }

  /** Makes inputs for the functions that can be called from outside, and calls them. */
  #main(entries: readonly FuncOp[]): void {
    const calls: string[] = [];
    for (const func of entries) {
      const own = this.#own.get(func.symName.value)!;
      const { parameters, places } = argumentsOf(func);
      const names: string[] = [];
      for (const parameter of parameters) {
        const maker = this.#names.function(
          `${this.#options.inputs == null ? 'create' : 'load'}_${parameter}_for_${own}`,
        );
        const types = func.functionType.inputs.map((type) => pythonType(type));
        const chosen = places.flatMap(({ container }, i) => (container === parameter ? [i] : []));
        const values = chosen.map((i) => {
          const value = this.#input(types[i]!, i);
          return parameter === 'weights' ? `${places[i]!.key}: ${value}` : value;
        });
        const needsDevice = chosen.some((i) => !types[i]!.isOnHost);
        const [y, x] = deviceMesh(func);
        const fabric = deviceMesh(func).every((size) => size === 1) ? 'DISABLED' : 'FABRIC_1D';
        const device = `device = utils.DeviceGetter.get_device((${y!}, ${x!}), fabric_config=ttnn.FabricConfig.${fabric})`;
        const [open, close] = parameter === 'weights' ? ['{', '}'] : ['[', ']'];
        const lines = [`return ${open}`, ...values.map((value) => `  ${value},`), close];
        this.#define(maker, [], needsDevice ? [device, ...lines] : lines);
        const variable = this.#names.result(parameter);
        names.push(variable);
        calls.push(`${variable} = ${maker}()`);
      }
      calls.push(`${this.#names.result(own)} = ${own}(${names.join(', ')})`);
    }
    this.#define('main', [], [...calls, 'return 0']);
    this.#lines.push("if __name__ == '__main__':", '  main()', '');
  }

  #input({ shape, dtype, layout, memory, isOnHost }: PythonType, index: number): string {
    const device = isOnHost ? 'None' : 'device';
    const { inputs = null } = this.#options;
    if (inputs === null)
      return `ttnn.ones(shape=${shape}, dtype=${dtype}, layout=${layout}, device=${device}, memory_config=${memory})`;
    const file = JSON.stringify(`${inputs.replace(/\/$/, '')}/arg${index}.tensorbin`);
    return `utils.load_tensor(${file}, ${layout}, ${dtype}, ${device}, ${memory})`;
  }
}

function kindOf(func: FuncOp): string | null {
  const kind = func.getAttr(FUNCTION_TYPE);
  return kind instanceof StringAttr ? kind.value : null;
}

/** Parameters and constants are apart from inputs if each argument of a public function says what it is. */
function argumentsOf(func: FuncOp): Arguments {
  const count = func.entry.arguments.length;
  const kinds = Array.from({ length: count }, (_, i) =>
    valueAttrs(func, 'arg_attrs', i).get('ttcore.argument_type'),
  );
  if (count === 0 || !func.isPublic || !kinds.every((kind) => isInstance(ArgumentTypeAttr, kind)))
    return { parameters: ['inputs'], places: kinds.map((_, i) => ({ container: 'inputs', key: String(i) })) };
  let [activations, weights] = [0, 0];
  const places = kinds.map((kind, i): Place => {
    if (!isInstance(ArgumentTypeAttr, kind) || kind.value === 'input' || kind.value === 'default')
      return { container: 'activations', key: String(activations++) };
    const given = valueAttrs(func, 'arg_attrs', i).get('ttir.name');
    const name = given instanceof StringAttr ? given.value : `weight_${weights++}`;
    return { container: 'weights', key: JSON.stringify(name) };
  });
  return { parameters: ['activations', 'weights'], places };
}
