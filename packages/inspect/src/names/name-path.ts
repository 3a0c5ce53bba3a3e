/** The steps of a name such as `p['layers'][0].w`: `p`, `layers`, `0`, `w`. */
export function namePath(name: string): readonly string[] {
  return name.match(/[^\s[\]'".(),/]+/g) ?? [];
}

/** Returns whether one path is the end of another, or all of it. */
export function isPathEnd(end: readonly string[], path: readonly string[]): boolean {
  return (
    end.length > 0 &&
    end.length <= path.length &&
    end.every((step, i) => step === path[path.length - end.length + i])
  );
}
