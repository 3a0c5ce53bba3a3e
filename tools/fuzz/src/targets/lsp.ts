import { mutateText } from '../mutate.ts';
import type { Random } from '../random.ts';
import { type Chunk, runSession, type ServerProtocol } from '../server-session.ts';
import { chunksOf, sessionInput } from './session-input.ts';
import type { Target } from './target.ts';

const protocol: ServerProtocol = {
  args: ['lsp', '--limit-time=4'],
  bodyOf: (text) => text,
  frame: (body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  split(written) {
    const messages: string[] = [];
    let bytes = Buffer.from(written);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n\r\n/.exec(bytes.subarray(0, 60).toString('latin1'));
      if (head === null) break;
      const end = head[0].length + Number(head[1]);
      if (bytes.length < end) break;
      messages.push(bytes.subarray(head[0].length, end).toString());
      bytes = bytes.subarray(end);
    }
    return [messages, bytes.toString()];
  },
  answersCancelled: true,
  cancellation: ['$/cancelRequest', 'id'],
};

const URIS = ['file:///a.mlir', 'file:///b.mlir'];
const PLACED = ['hover', 'definition', 'references', 'prepareRename', 'rename', 'completion', 'codeAction'];
const ABOUT = [
  'codeLens',
  'documentSymbol',
  'semanticTokens/full',
  'inlayHint',
  'didClose',
  'didSave',
  'willSave',
];
const COMMANDS = [
  'canonicalize',
  'cse',
  'sdy-propagation-pipeline',
  'stablehlo-pipeline',
  'builtin.module(cse',
  '',
];

/** An editor that opens a document and asks about it. */
export const lsp: Target = {
  summary: 'messages of an editor to the language server',
  inputOf(random, { programs, texts }) {
    const program = random.pick(programs.length === 0 ? texts : programs).slice(0, 2000);
    const text = random.below(4) === 0 ? mutateText(random, program, texts) : program;
    const messages: unknown[] = [
      request(0, 'initialize', { processId: null, rootUri: null, capabilities: {}, workspaceFolders: null }),
      notification('initialized', {}),
      opening(random.pick(URIS), text),
    ];
    for (let i = random.below(8); i >= 0; i--) messages.push(messageOf(random, messages.length, text));
    return sessionInput(random, messages, texts, HEADERS);
  },
  execute: (input) => runSession(chunksOf(input).map(withoutProcess), protocol),
};

const HEADERS = [
  ...[
    '',
    'Content-Length: -1\r\n\r\n',
    'Content-Length: 0\r\n\r\n',
    'Content-Length: x\r\n\r\n',
    '\r\n\r\n',
    ': \r\n\r\n',
  ],
  ...[
    'Content-Length: 1e99\r\n\r\n',
    'Content-Length: 99999999999999999999\r\n\r\n',
    'Content-Length: 5\r\n\r\n',
  ],
  ...['Content-Length: 700\r\n\r\n', 'Length: 1\r\n\r\n', 'Content-Length: 1\n\n', 'Content-Type: x\r\n\r\n'],
  ...['content-length: 20\r\nCONTENT-LENGTH: 3\r\n\r\n', `X: ${'y'.repeat(70_000)}\r\n\r\n`],
];

/** The process of an editor that does not exist would end the server, which it should. */
function withoutProcess(chunk: Chunk): Chunk {
  return { ...chunk, body: chunk.body.replace(/("processId":\s*)-?[0-9.e+]+/g, '$1null') };
}

function messageOf(random: Random, id: number, text: string): unknown {
  const uri = random.pick(URIS);
  const textDocument = { uri };
  const lines = text.split('\n').length;
  const position = () => ({ line: random.below(lines + 2), character: random.below(60) });
  const range = () => ({ start: position(), end: position() });
  switch (random.below(9)) {
    case 0: {
      const contentChanges = Array.from({ length: random.below(3) }, () =>
        random.below(3) === 0
          ? { text }
          : { range: range(), text: random.pick(['', '%0', '\n', 'func.func @f(']) },
      );
      const params = { textDocument: { uri, version: id }, contentChanges };
      return notification('textDocument/didChange', params);
    }
    case 1:
      return notification(`textDocument/${random.pick(ABOUT)}`, { textDocument });
    case 2:
      return request(id, 'workspace/executeCommand', {
        command: 'shardform.runPass',
        arguments: [uri, random.pick(COMMANDS)],
      });
    case 3:
      return random.below(2) === 0
        ? notification('$/cancelRequest', { id: random.below(id + 2) })
        : { jsonrpc: '2.0', id: random.below(4), result: null };
    case 4:
      return random.below(2) === 0
        ? request(id, 'completionItem/resolve', { label: 'func.func', kind: 14 })
        : random.pick<unknown>([
            request(id, 'shutdown', {}),
            request(random.below(id), 'textDocument/nothing', { textDocument }),
            notification('$/setTrace', { value: 'verbose' }),
            opening(uri, text.slice(0, 300)),
          ]);
    case 5:
    case 6: {
      const params = { textDocument, range: range(), context: { diagnostics: [] } };
      return request(id, `textDocument/${random.pick(ABOUT)}`, params);
    }
    default: {
      const rest = {
        range: range(),
        context: { includeDeclaration: true },
        newName: random.pick(['%z', 'q', '', '@']),
      };
      return request(id, `textDocument/${random.pick(PLACED)}`, {
        textDocument,
        position: position(),
        ...rest,
      });
    }
  }
}

function opening(uri: string, text: string): unknown {
  return notification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'mlir', version: 1, text },
  });
}

function request(id: number, method: string, params: unknown): unknown {
  return { jsonrpc: '2.0', id, method, params };
}

function notification(method: string, params: unknown): unknown {
  return { jsonrpc: '2.0', method, params };
}
