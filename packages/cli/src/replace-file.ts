import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Permission bits. */
const MODE = 0o777;

/**
 * Writes a file atomically: to a temporary neighbor, which is then renamed and gets the file's permissions. A link
 * stays a link. Special files, such as `/dev/null`, are written directly.
 *
 * @throws the system's error, also for a file that isn't writable although its folder is.
 */
export function replaceFile(path: string, data: string | Uint8Array): void {
  const old = statSync(path, { throwIfNoEntry: false });
  if (isWrittenInPlace(path, old)) {
    writeFileSync(path, data);
    return;
  }
  if (old !== undefined) accessSync(path, constants.W_OK);
  const target = old === undefined ? newFileOf(path) : realpathSync(path);
  const draft = draftOf(target);
  try {
    // One that a process of the same number has left.
    rmSync(draft, { force: true });
    writeFileSync(draft, data, { flag: 'wx', ...(old === undefined ? {} : { mode: old.mode & MODE }) });
    // Creating a file applies the umask.
    if (old !== undefined) chmodSync(draft, old.mode & MODE);
    renameSync(draft, target);
  } catch (error) {
    removeDraft(draft);
    throw error;
  }
}

/** Links below `/dev` and `/proc`, such as `/dev/stdout`, refer to open files, which can't be replaced. */
function isWrittenInPlace(path: string, old: Stats | undefined): boolean {
  if (old === undefined) return false;
  return !old.isFile() || (/^\/(dev|proc)\//.test(path) && lstatSync(path).isSymbolicLink());
}

/** The path of a file to create: dangling links are followed. */
function newFileOf(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? newFileOf(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path;
}

/** Names of files have 255 bytes at most, and characters have up to four. */
const NAME_PART = 50;

function draftOf(target: string): string {
  return join(dirname(target), `.${basename(target).slice(0, NAME_PART)}.${process.pid}.tmp`);
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // The failure is reported anyway.
  }
}
