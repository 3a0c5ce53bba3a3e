import { type AttrConstraint, StringAttr } from '@shardform/ir-core';
import { type DeviceRef, parseDeviceRef } from '../placed-type.ts';

/** A device as an attribute: its number, or a variable's name. */
export const deviceNameConstraint: AttrConstraint<StringAttr> = {
  summary: 'a device: its number, or the variable of a pmap',
  accepts: (attribute): attribute is StringAttr =>
    attribute instanceof StringAttr && /^([0-9]+|[A-Za-z_][\w$]*)$/.test(attribute.value),
  format: {
    print: (printer, { value }) => printer.write(value),
    parse: (parser) => deviceNameAttr(parseDeviceRef(parser)),
  },
};

/** Returns the attribute of a device that may be a variable. */
export function deviceNameAttr(device: DeviceRef): StringAttr {
  return StringAttr.get(String(device));
}

/** Returns the device that an attribute names. */
export function deviceOf({ value }: StringAttr): DeviceRef {
  return /^[0-9]+$/.test(value) ? Number(value) : value;
}
