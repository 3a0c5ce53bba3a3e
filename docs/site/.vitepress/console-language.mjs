/** Commands and what they print: commands stand out, output is plain. */
export const consoleLanguage = {
  name: 'console',
  scopeName: 'text.shardform.console',
  patterns: [
    {
      match: /^(\$) (\S+)(.*?)(\s#.*)?$/.source,
      captures: {
        1: { name: 'comment' },
        2: { name: 'entity.name.function' },
        3: { name: 'string' },
        4: { name: 'comment' },
      },
    },
  ],
};
