/** Which part of a drawing is seen: a point of the drawing is at `x * scale + left` of the window. */
export interface Camera {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Width and height. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of a drawing. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

const LARGEST_SCALE = 4;
/** Smaller text can't be read. */
const READABLE = 0.7;
const MARGIN = 24;
/** There are the tools of the view. */
const TOP = 48;

/** The smallest scale: all of the drawing. */
function leastScale(drawing: Size, view: Size): number {
  const whole = Math.min(
    (view.width - 2 * MARGIN) / Math.max(1, drawing.width),
    (view.height - TOP - MARGIN) / Math.max(1, drawing.height),
  );
  return Math.max(1e-4, Math.min(1, whole));
}

/** Shows all of a drawing, at most in its own size. */
export function fitted(drawing: Size, view: Size): Camera {
  const scale = leastScale(drawing, view);
  return {
    left: (view.width - drawing.width * scale) / 2,
    top: middleOf(drawing.height * scale, view),
    scale,
  };
}

/** The top of what is in the middle between the tools and the end of the window. */
function middleOf(height: number, view: Size): number {
  return TOP + (view.height - TOP - MARGIN - height) / 2;
}

/** Zooms by a factor around a point of the window that stays where it is. */
export function zoomed(
  { left, top, scale }: Camera,
  factor: number,
  at: { readonly x: number; readonly y: number },
  drawing: Size,
  view: Size,
): Camera {
  const least = Math.min(scale, leastScale(drawing, view));
  const next = Math.max(least, Math.min(LARGEST_SCALE, scale * factor));
  const change = next / scale;
  return { left: at.x - (at.x - left) * change, top: at.y - (at.y - top) * change, scale: next };
}

/** Moves a drawing, but not out of the window. */
export function panned(
  { left, top, scale }: Camera,
  by: { x: number; y: number },
  drawing: Size,
  view: Size,
): Camera {
  const within = (value: number, size: number, room: number): number =>
    Math.max(
      Math.min(MARGIN, room - size) - room / 2,
      Math.min(Math.max(MARGIN, room - size) + room / 2, value),
    );
  return {
    left: within(left + by.x, drawing.width * scale, view.width),
    top: within(top + by.y, drawing.height * scale, view.height),
    scale,
  };
}

/** Shows a box, readable: as it is where it is seen, else in the middle. */
export function revealing(camera: Camera, box: Box, view: Size): Camera {
  const scale = Math.max(camera.scale, READABLE);
  const [left, top] = [box.x * scale + camera.left, box.y * scale + camera.top];
  const isSeen =
    scale === camera.scale &&
    left >= 0 &&
    top >= 0 &&
    left + box.width * scale <= view.width &&
    top + box.height * scale <= view.height;
  if (isSeen) return camera;
  return {
    left: view.width / 2 - (box.x + box.width / 2) * scale,
    top: view.height / 2 - (box.y + box.height / 2) * scale,
    scale,
  };
}

/** The camera of a first look: all of a drawing if it can be read, else its beginning. */
export function firstLook(drawing: Size, view: Size, direction: 'down' | 'right'): Camera {
  const whole = fitted(drawing, view);
  if (whole.scale >= READABLE) return whole;
  const scale = Math.max(
    READABLE,
    Math.min(
      1,
      direction === 'right'
        ? (view.height - TOP - MARGIN) / drawing.height
        : (view.width - 2 * MARGIN) / drawing.width,
    ),
  );
  const isRight = direction === 'right';
  return {
    left: isRight ? MARGIN : (view.width - drawing.width * scale) / 2,
    top: isRight ? middleOf(drawing.height * scale, view) : TOP,
    scale,
  };
}
