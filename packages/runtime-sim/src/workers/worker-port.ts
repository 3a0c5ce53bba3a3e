/** One end of a connection to a thread; messages are copied. */
export interface WorkerPort {
  send(message: unknown): void;
  /** Calls `receive` with each incoming message, and `fail` if the thread can't continue, with the cause if that is known. */
  listen(receive: (message: unknown) => void, fail: (cause?: unknown) => void): void;
  /** Ends the connection, and the thread at the other end if this side started it. */
  close(): void;
}

/** Returns a port over one end of a `MessageChannel`, such as the global scope of a Web Worker is in its thread. */
export function messagePort(port: MessagePort | DedicatedWorkerGlobalScope): WorkerPort {
  return {
    send: (message) => port.postMessage(message),
    listen: (receive, fail) => {
      // Setting a handler, unlike adding a listener, starts the flow of messages.
      port.onmessage = ({ data }: MessageEvent): void => receive(data);
      port.onmessageerror = fail;
    },
    close: () => port.close(),
  };
}
