/**
 * A digit of the number of a device: devices that are `stride` apart along it, `size` of them. All digits together
 * are a mixed-radix number system.
 */
export interface Digit {
  readonly stride: number;
  readonly size: number;
}

/**
 * Returns the digits of device numbers in the order in which an array of all devices counts them up, major to minor, as
 * few as possible: `0 2 1 3` counts the digit of 1 (two devices) after that of 2. `null` for arrays that don't count
 * so.
 */
export function digitsOf(devices: readonly number[]): readonly Digit[] | null {
  if (devices[0] !== 0) return null;
  const digits: Digit[] = [];
  for (let block = 1; block < devices.length;) {
    const stride = devices[block]!;
    let size = 1;
    while (devices[size * block] === size * stride) size++;
    if (stride <= 0 || devices.length % (size * block) !== 0) return null;
    digits.unshift({ stride, size });
    block *= size;
  }
  return isNumberSystem(digits, devices.length) && counts(digits, devices) ? digits : null;
}

/** Returns whether each digit begins where the next finer one ends. */
function isNumberSystem(digits: readonly Digit[], count: number): boolean {
  let next = 1;
  for (const { stride, size } of digits.toSorted((a, b) => a.stride - b.stride)) {
    if (stride !== next) return false;
    next *= size;
  }
  return next === count;
}

function counts(digits: readonly Digit[], devices: readonly number[]): boolean {
  return devices.every((device, position) => {
    let [rest, value] = [position, 0];
    for (const { stride, size } of digits.toReversed()) {
      value += (rest % size) * stride;
      rest = Math.floor(rest / size);
    }
    return value === device;
  });
}

/**
 * Cuts digits, given major to minor, so that each belongs to one dimension: the digits of each dimension, major to
 * minor. `null` when a dimension begins in the middle of what can't be cut there, as in `[2,3]<=[2,3]T(1,0)`.
 */
export function digitsByDim(
  digits: readonly Digit[],
  dims: readonly number[],
): readonly (readonly Digit[])[] | null {
  const rest = [...digits];
  const byDim: Digit[][] = [];
  for (const dim of dims.toReversed()) {
    const own: Digit[] = [];
    for (let wanted = dim; wanted > 1;) {
      const digit = rest.pop();
      if (digit === undefined) return null;
      const { stride, size } = digit;
      if (wanted % size === 0) {
        own.unshift(digit);
        wanted /= size;
      } else if (size % wanted === 0) {
        own.unshift({ stride, size: wanted });
        rest.push({ stride: stride * wanted, size: size / wanted });
        wanted = 1;
      } else return null;
    }
    byDim.unshift(own);
  }
  return byDim;
}
