import type { OfferedCommand } from './command-flags.ts';

/** Shells that there are scripts for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** A shell that there is a script for. */
export type Shell = (typeof shells)[number];

/** Returns the script that makes a shell complete `shardform` command lines. */
export function completionScript(shell: Shell, commands: readonly OfferedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

function bash(commands: readonly OfferedCommand[]): string {
  const cases = commands
    .map(({ name, flags }) => `    ${name}) words='${flags.map(({ spelling }) => spelling).join(' ')}' ;;\n`)
    .join('');
  const seconds = commands
    .filter(({ subcommands }) => subcommands.length > 0)
    .map(
      ({ name, subcommands }) =>
        `    2:${name}) words='${subcommands.map((second) => second.name).join(' ')}' ;;\n`,
    )
    .join('');
  return `# bash completion of shardform: source <(shardform completion bash)
_shardform() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$current"))
    return
  fi
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
${seconds}  esac
  if [ -n "$words" ] && [ "\${current#-}" = "$current" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  if [ "\${current#-}" = "$current" ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _shardform shardform
`;
}

function zsh(commands: readonly OfferedCommand[]): string {
  const item = (name: string, description: string): string =>
    `      ${quoted(`${name.replaceAll(':', '\\:')}:${description}`)}\n`;
  const cases = commands
    .map(
      ({ name, flags }) =>
        `    ${name}) words=(\n${flags.map((flag) => item(flag.spelling, flag.description)).join('')}    ) ;;\n`,
    )
    .join('');
  const seconds = commands
    .filter(({ subcommands }) => subcommands.length > 0)
    .map(
      ({ name, subcommands }) =>
        `      3:${name}) words=(\n${subcommands.map((second) => item(second.name, second.summary)).join('')}      ) ;;\n`,
    )
    .join('');
  return `#compdef shardform
# zsh completion of shardform: source <(shardform completion zsh)
_shardform() {
  local -a words
  if (( CURRENT == 2 )); then
    words=(
${commands.map(({ name, summary }) => item(name, summary)).join('')}    )
    _describe command words
    return
  fi
  local command="\${\${(z)BUFFER}[2]}" current="\${PREFIX}"
  if [[ "$current" != -* ]]; then
    case "$CURRENT:$command" in
${seconds}      *) ;;
    esac
    if (( \${#words} )); then
      _describe command words
      return
    fi
    _files
    return
  fi
  case "$command" in
${cases}  esac
  _describe flag words
}
compdef _shardform shardform
`;
}

function fish(commands: readonly OfferedCommand[]): string {
  const lines = ['# fish completion of shardform: shardform completion fish | source'];
  for (const { name, summary } of commands)
    lines.push(`complete -c shardform -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`);
  for (const { name, subcommands, flags } of commands) {
    for (const second of subcommands)
      lines.push(
        `complete -c shardform -n '__fish_seen_subcommand_from ${name}' -f -a ${second.name} -d ${quoted(second.summary)}`,
      );
    for (const { spelling, takesValue, description } of flags) {
      const kind = spelling.startsWith('--') ? 'l' : spelling.length === 2 ? 's' : 'o';
      const value = takesValue ? ' -r' : '';
      lines.push(
        `complete -c shardform -n '__fish_seen_subcommand_from ${name}' -${kind} ${spelling.replace(/^--?/, '')}${value} -d ${quoted(description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** In single quotes, as all three shells read them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
