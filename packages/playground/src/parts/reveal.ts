/**
 * Scrolls what an element lies in until it is seen, but nothing beyond this document: `scrollIntoView` of a figure moves the page around it,
 * too, while somebody reads there.
 */
export function reveal(element: Element): void {
  const root = document.documentElement;
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const inner = element.getBoundingClientRect();
    // The root's own rectangle is that of all of the page.
    const outer =
      box === root ? new DOMRect(0, 0, root.clientWidth, root.clientHeight) : box.getBoundingClientRect();
    box.scrollLeft += needed(inner.left, inner.right, outer.left, outer.right);
    box.scrollTop += needed(inner.top, inner.bottom, outer.top, outer.bottom);
  }
}

/** By how much what lies from `start` to `end` is to move to be seen between `from` and `to`; its start, where it is longer. */
function needed(start: number, end: number, from: number, to: number): number {
  if (start < from) return start - from;
  return end > to ? Math.min(end - to, start - from) : 0;
}
