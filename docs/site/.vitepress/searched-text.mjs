/**
 * A page for the index of the search. It needs no colours of programs, which take longer than the rest of the page. Of the API it has what packages
 * export, but not the members of these, which would be most of the index: their names are those of parameters and properties.
 */
export function searchedText(text, env, md) {
  const { highlight } = md.options;
  md.options.highlight = null;
  try {
    const page = md.render(text, env);
    const isApi = env.relativePath.startsWith('docs/site/api/');
    return isApi ? page.replaceAll(/<h[456][\s\S]*?(?=<h[123]|$)/g, '') : page;
  } finally {
    md.options.highlight = highlight;
  }
}
