import { describe, expect, test } from 'vitest';
import { firstLook, fitted, panned, revealing, zoomed } from './camera.ts';

const VIEW = { width: 800, height: 400 };

describe('the camera', () => {
  test('shows all of a drawing in the middle, never larger than it is', () => {
    expect(fitted({ width: 1504, height: 100 }, VIEW)).toEqual({ left: 24, top: 187, scale: 0.5 });
    expect(fitted({ width: 100, height: 100 }, VIEW)).toEqual({ left: 350, top: 162, scale: 1 });
  });

  test('begins with all of a small drawing, and with the beginning of a large one', () => {
    expect(firstLook({ width: 100, height: 100 }, VIEW, 'right').scale).toBe(1);
    expect(firstLook({ width: 20_000, height: 328 }, VIEW, 'right')).toEqual({
      left: 24,
      top: 48,
      scale: 1,
    });
    expect(firstLook({ width: 752, height: 20_000 }, VIEW, 'down')).toEqual({ left: 24, top: 48, scale: 1 });
  });

  test('zooms around a point that stays where it is', () => {
    const drawing = { width: 4000, height: 4000 };
    const next = zoomed({ left: 10, top: 20, scale: 0.5 }, 2, { x: 110, y: 220 }, drawing, VIEW);
    expect(next).toEqual({ left: -90, top: -180, scale: 1 });
  });

  test('zooms out to all of a drawing and in to four times its size', () => {
    const drawing = { width: 1504, height: 100 };
    const at = { x: 0, y: 0 };
    expect(zoomed({ left: 0, top: 0, scale: 1 }, 0.01, at, drawing, VIEW).scale).toBe(0.5);
    expect(zoomed({ left: 0, top: 0, scale: 1 }, 100, at, drawing, VIEW).scale).toBe(4);
  });

  test('moves a drawing, but not out of sight', () => {
    const drawing = { width: 1000, height: 200 };
    const camera = { left: 0, top: 0, scale: 1 };
    expect(panned(camera, { x: -30, y: 10 }, drawing, VIEW)).toEqual({ left: -30, top: 10, scale: 1 });
    const { left } = panned(camera, { x: -9000, y: 0 }, drawing, VIEW);
    expect(left + drawing.width).toBeGreaterThan(0);
  });

  test('goes to a box that is not seen, and to one too small to be read', () => {
    const box = { x: 2000, y: 100, width: 100, height: 40 };
    expect(revealing({ left: 0, top: 0, scale: 1 }, box, VIEW)).toEqual({ left: -1650, top: 80, scale: 1 });
    const seen = { left: -1900, top: 0, scale: 1 };
    expect(revealing(seen, box, VIEW)).toBe(seen);
    expect(revealing({ left: 0, top: 0, scale: 0.1 }, box, VIEW).scale).toBe(0.7);
  });
});
