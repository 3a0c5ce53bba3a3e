import { commands, type ExtensionContext, Uri, window, workspace } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';

/** The command of the language server that runs passes; its arguments are a document and a pipeline. */
const RUN_PASS = 'shardform.runPass';

let client: LanguageClient | null = null;

/** Called by the editor when the first MLIR document is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand('shardform.restart', async () => {
      await client?.stop();
      await start(context);
    }),
    commands.registerCommand('shardform.runPassOnDocument', runPass),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('shardform')) void commands.executeCommand('shardform.restart');
    }),
  );
  await start(context);
}

/** Called by the editor when it closes. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(context: ExtensionContext): Promise<void> {
  client = new LanguageClient('shardform', 'Shardform', serverOptions(context), {
    documentSelector: [{ language: 'mlir' }],
  });
  await client.start();
}

/** The server of the settings, or the one in this extension. */
function serverOptions(context: ExtensionContext): ServerOptions {
  const settings = workspace.getConfiguration('shardform');
  const [command, ...args] = settings.get<readonly string[]>('command', []);
  const load = settings.get<readonly string[]>('load', []).map((file) => `--load=${file}`);
  if (command !== undefined) {
    const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
    return {
      command,
      args: [...args, ...load],
      ...(folder === undefined ? {} : { options: { cwd: folder } }),
    };
  }
  const module = Uri.joinPath(context.extensionUri, 'dist', 'server.mjs').fsPath;
  return { module, transport: TransportKind.stdio, args: ['lsp', ...load] };
}

/** Asks for a pipeline and lets the server replace the document by what it makes of it. */
async function runPass(): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== 'mlir') return;
  const pipeline = await window.showInputBox({
    title: 'Run a pass or a pipeline',
    placeHolder: 'canonicalize, sdy-propagation-pipeline, builtin.module(func.func(cse),canonicalize)',
  });
  if (pipeline === undefined || pipeline === '') return;
  try {
    await client?.sendRequest('workspace/executeCommand', {
      command: RUN_PASS,
      arguments: [document.uri.toString(), pipeline],
    });
  } catch (error) {
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}
