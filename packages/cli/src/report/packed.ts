import { deflateSync } from 'node:zlib';

/** Returns an element that holds data for the script of a page: JSON, compressed, in base64. */
export function packed(data: unknown): string {
  const text = deflateSync(JSON.stringify(data)).toString('base64');
  return `<script type="application/octet-stream">${text}</script>`;
}
