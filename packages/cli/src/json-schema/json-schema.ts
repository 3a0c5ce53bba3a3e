/** A JSON schema (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object of exactly these members. */
export function object(properties: Readonly<Record<string, JsonSchema>>, description?: string): JsonSchema {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** A list of equal things. */
export function list(items: JsonSchema, description?: string): JsonSchema {
  return { type: 'array', ...(description === undefined ? {} : { description }), items };
}

/** Text. */
export function text(description: string): JsonSchema {
  return { type: 'string', description };
}

/** Text or `null`. */
export function textOrNull(description: string): JsonSchema {
  return { type: ['string', 'null'], description };
}

/** A whole number. */
export function integer(description: string): JsonSchema {
  return { type: 'integer', description };
}

/** A number. */
export function number(description: string): JsonSchema {
  return { type: 'number', description };
}

/** True or false. */
export function truth(description: string): JsonSchema {
  return { type: 'boolean', description };
}

/** One of a few words. */
export function oneOf(values: readonly string[], description: string): JsonSchema {
  return { enum: values, description };
}

/** The version of an output: it changes when members change their meaning; members may be added at any time. */
export const versionOne: JsonSchema = { const: 1 };
