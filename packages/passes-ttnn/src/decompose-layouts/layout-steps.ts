import type { Builder, RankedTensorType, Tensor, Value } from '@shardform/ir-core';
import { type DataType, isFloatFormat, TileType } from '@shardform/dialect-ttcore';
import {
  changedTensor,
  type DeviceType,
  FromDeviceOp,
  type LayoutAttr,
  layoutOf,
  roundedUp,
  TensorBuilder,
  TILE,
  ToDeviceOp,
  ToLayoutOp,
  ToMemoryConfigOp,
  TypecastOp,
} from '@shardform/dialect-ttnn';
import { inFormat } from '../number-format.ts';
import { formatOf } from '../workaround/operand-workaround.ts';

/** Formats in which devices go from rows to tiles and back. */
const turnable: ReadonlySet<DataType | null> = new Set(['bf16', 'f32', 'u32', 'u16', 'si32']);

/** Returns true if the device can go from rows to tiles or back in a format. */
export function isTurnable(type: RankedTensorType): boolean {
  return turnable.has(formatOf(type));
}

/** Returns true if a tensor is to go to other memory, or to other cores. */
function isElsewhere(from: LayoutAttr, to: LayoutAttr): boolean {
  if (from.bufferType !== to.bufferType) return true;
  if (from.isOnHost) return false;
  const placement = to.memoryLayout?.value;
  if (from.memoryLayout?.value !== placement) return true;
  return placement !== 'interleaved' && (from.grid !== to.grid || from.coreRanges !== to.coreRanges);
}

/** The way of a tensor to another type in single steps; a step that is not needed (any more) does nothing. */
export class LayoutSteps {
  /** The tensor after the steps taken so far. */
  value: Tensor;
  readonly #target: RankedTensorType;
  readonly #to: LayoutAttr;
  readonly #builder: Builder;
  readonly #device: () => Value<DeviceType>;

  /** @param device opens the devices. */
  constructor(
    value: Tensor,
    target: { readonly type: RankedTensorType; readonly layout: LayoutAttr },
    builder: Builder,
    device: () => Value<DeviceType>,
  ) {
    this.value = value;
    this.#target = target.type;
    this.#to = target.layout;
    this.#builder = builder;
    this.#device = device;
  }

  get #layout(): LayoutAttr {
    // All steps keep the layout that the first tensor has.
    return layoutOf(this.value.type)!;
  }

  /** True if the layout changes between rows and tiles. */
  get mustTurn(): boolean {
    return this.#layout.isTiled !== this.#to.isTiled;
  }

  get #mustCast(): boolean {
    const { type } = this.value;
    if (formatOf(type) !== formatOf(this.#target)) return true;
    return type.elementType !== this.#target.elementType && !(type.elementType instanceof TileType);
  }

  /** Changes the numbers. */
  cast(): void {
    if (!this.#mustCast) return;
    this.value = this.#builder.create(TypecastOp, { input: this.value }, [
      this.#cast(this.value.type),
    ]).result;
  }

  #cast(type: RankedTensorType): RankedTensorType {
    const { elementType } = this.#target;
    const format = formatOf(this.#target);
    return type.elementType === elementType && format !== null
      ? inFormat(type, format)
      : changedTensor(type, { elementType });
  }

  /** Makes tiles of rows or rows of tiles. */
  turn(): void {
    if (!this.mustTurn) return;
    if (!this.#isCutUnevenly()) {
      this.#turnTo(changedTensor(this.value.type, { isTiled: this.#to.isTiled }));
      return;
    }
    // Cores that hold fractions of tiles can't tilize them: the tensor is padded in DRAM before.
    this.#place({ bufferType: 'dram', memoryLayout: 'interleaved', grid: [1, 1], coreRanges: null });
    const { shape } = this.value.type;
    const padding = shape.flatMap((size, d) => [0, d < shape.length - 2 ? 0 : roundedUp(size, TILE) - size]);
    this.value = new TensorBuilder(this.#builder).pad(this.value, padding);
    this.#turnTo(changedTensor(this.value.type, { isTiled: true }));
    const begins = shape.map(() => 0);
    this.value = new TensorBuilder(this.#builder).slice(this.value, begins, shape);
  }

  #turnTo(type: RankedTensorType): void {
    this.value = this.#builder.create(ToLayoutOp, { input: this.value }, [type]).result;
  }

  #isCutUnevenly(): boolean {
    const { bufferType, memoryLayout, isTiled } = this.#layout;
    const [rows, columns] = this.value.type.shape.slice(-2);
    if (isTiled || bufferType !== 'l1' || memoryLayout?.value !== 'height_sharded') return false;
    return columns !== undefined && (rows! % TILE !== 0 || columns % TILE !== 0);
  }

  /** Changes numbers and their arrangement on the device; floats that become tiles do both at once. */
  turnAndCast(): void {
    const isTiled = this.#layout.isTiled;
    const formats = [formatOf(this.value.type), formatOf(this.#target)];
    const isFloat = formats.every((format) => format !== null && isFloatFormat(format));
    if (this.mustTurn && this.#mustCast && !isTiled && isFloat && !this.#isCutUnevenly()) {
      this.#turnTo(this.#cast(changedTensor(this.value.type, { isTiled: true })));
      return;
    }
    const castFirst = isTiled ? isTurnable(this.#target) : !isTurnable(this.value.type);
    if (castFirst) this.cast();
    this.turn();
    this.cast();
  }

  /** To the memory of the target. */
  move(): void {
    if (!isElsewhere(this.#layout, this.#to)) return;
    const { bufferType, memoryLayout, grid, coreRanges } = this.#to;
    this.#place({ bufferType, grid: grid.shape, coreRanges, memoryLayout: memoryLayout?.value });
  }

  /** To the host. */
  leave(): void {
    if (!this.#layout.isOnHost) this.#place({ bufferType: 'system_memory' });
  }

  #place(memory: {
    readonly bufferType: LayoutAttr['bufferType'];
    readonly memoryLayout?: NonNullable<LayoutAttr['memoryLayout']>['value'] | undefined;
    readonly grid?: readonly number[];
    readonly coreRanges?: LayoutAttr['coreRanges'];
  }): void {
    const { memoryLayout = 'interleaved', grid = [1, 1], coreRanges = null, bufferType } = memory;
    const input = this.value;
    const type = changedTensor(input.type, { bufferType, memoryLayout, grid, coreRanges });
    const builder = this.#builder;
    if (bufferType === 'system_memory') this.value = builder.create(FromDeviceOp, { input }, [type]).result;
    else if (this.#layout.isOnHost)
      this.value = builder.create(ToDeviceOp, { input, device: this.#device() }, [type]).result;
    else this.value = builder.create(ToMemoryConfigOp, { input }, [type]).result;
  }
}
