import { integer, list, object, text, versionOne } from '../json-schema/json-schema.ts';
import { Type } from 'typebox';

/** The output of `shardform machines --json`. */
export const machinesSchema = object(
  {
    version: versionOne,
    families: list(text(), 'names of devices of which machines of any size can be named'),
    machines: list(
      object({
        name: text('for --machine'),
        devices: integer('that compute'),
        rates: text(
          'the rates that times are computed with: calibrated ones with their error, or peak rates, a lower bound',
        ),
        description: Type.Record(Type.String(), Type.Unknown(), {
          description: 'the machine as a file for --machine describes it',
        }),
      }),
    ),
  },
  'the output of shardform machines --json',
);
