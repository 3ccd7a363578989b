// Where recordings come from: the page itself, its server, or a file that is dropped on it.

import { wholeLength } from "./format";
import { Recording } from "./recording";

/** Those that the page holds. */
export async function embedded(): Promise<Recording[]> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[data-recording]")];
  return Promise.all(
    scripts.map(async (script) => {
      const bytes = decode(script.textContent ?? "");
      // The text is as long again as the recording.
      script.textContent = "";
      return new Recording(script.dataset.recording ?? "", bytes);
    }),
  );
}

function decode(text: string): Uint8Array {
  const quick = (Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array }).fromBase64;
  if (quick) return quick.call(Uint8Array, text);
  const plain = atob(text.trim());
  const bytes = new Uint8Array(plain.length);
  for (let k = 0; k < plain.length; k++) bytes[k] = plain.charCodeAt(k);
  return bytes;
}

/** What the server says went wrong, or that it is gone. */
async function fail(answer: Response): Promise<never> {
  const text = await answer.text().catch(() => "");
  let message = text;
  try {
    message = (JSON.parse(text) as { error: string }).error;
  } catch {
    // Not one of ours: as it is.
  }
  throw new Error(message || `the server answered with HTTP status ${answer.status}`);
}

export async function bytesFrom(path: string): Promise<Uint8Array> {
  const answer = await fetch(path);
  if (!answer.ok) await fail(answer);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function json<T>(path: string, body?: unknown): Promise<T> {
  const request = body === undefined ? undefined : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, request);
  if (!answer.ok) await fail(answer);
  return (await answer.json()) as T;
}

/** One of the server's recordings: an overview, and details on request. */
export async function served(id: number, name: string): Promise<Recording> {
  const overview = await bytesFrom(`/api/recordings/${id}`);
  return new Recording(name, overview, (from, to) => bytesFrom(`/api/recordings/${id}/frames?from=${from}&to=${to}`));
}

/** Reads files that nobody has looked through before, and says what of them is left out. */
async function dropped(files: File[], take: (recordings: Recording[]) => void): Promise<void> {
  const torn: string[] = [];
  const read = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const end = wholeLength(bytes);
    if (end < bytes.length) torn.push(`${file.name}: the file is truncated or damaged; the last ${bytes.length - end} bytes are not a complete record and are ignored`);
    return new Recording(file.name, bytes.subarray(0, end));
  };
  take(await Promise.all(files.map(read)));
  if (torn.length > 0) throw new Error(torn.join("; "));
}

/** Takes files that are dropped on the page. */
export function onDrop(take: (recordings: Recording[]) => void, failed: (error: unknown) => void): void {
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    dropped(files, take).catch(failed);
  });
}
