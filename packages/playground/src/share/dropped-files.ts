import { filesOfRun, isProfileFile } from '@shardform/profile-reader';

/** Files of folders that are looked at: a folder of a disk may hold millions. */
const MOST_FILES = 2000;

/** Returns the files that were dropped: those of a folder are the newest run of a profile in it. Folders are known only while they are dropped. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...files];
  const folders = entries.filter((entry) => entry instanceof FileSystemDirectoryEntry);
  if (folders.length === 0) return plain;
  const names = new Set(folders.map(({ name }) => name));
  const found = await Promise.all(folders.map(newestRun));
  return [...plain.filter(({ name }) => !names.has(name)), ...found.flat()];
}

/** The files of the newest run: folders are named after their time. */
async function newestRun(folder: FileSystemDirectoryEntry): Promise<readonly File[]> {
  const runs = new Map<string, FileSystemFileEntry[]>();
  let left = MOST_FILES;
  const open = [folder];
  for (let at = open.pop(); at !== undefined && left > 0; at = open.pop())
    for (const entry of await entriesOf(at)) {
      left -= 1;
      if (entry instanceof FileSystemDirectoryEntry) open.push(entry);
      else if (entry instanceof FileSystemFileEntry && isProfileFile(entry.name)) {
        const known = runs.get(at.fullPath);
        if (known === undefined) runs.set(at.fullPath, [entry]);
        else known.push(entry);
      }
    }
  const [newest = ''] = [...runs.keys()].sort().reverse();
  const own = runs.get(newest) ?? [];
  const wanted = new Set(filesOfRun(own.map(({ name }) => name)).map(({ name }) => name));
  return Promise.all(
    own
      .filter(({ name }) => wanted.has(name))
      .map((entry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))),
  );
}

/** A reader gives a hundred entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
