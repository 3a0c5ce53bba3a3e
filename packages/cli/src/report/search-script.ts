/**
 * The script of a page: it draws what the page holds packed, and searches all of it. As text, since it is executed in a
 * browser; the content security policy of the page names its hash.
 */
export const searchScript = `
/** Rows and lines beyond these are counted: the page stays fluent. */
const MOST_ROWS = 200;
const MOST_LINES = 3000;

const field = document.querySelector('#search');
const found = document.querySelector('#found');
const values = document.querySelector('#values');

/** Returns the lists that the elements of packed.ts in another one hold, as one list. */
async function unpacked(holder) {
  const lists = [...holder.querySelectorAll('script')].map(async ({ textContent }) => {
    const bytes = Uint8Array.from(atob(textContent), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return JSON.parse(await new Response(stream).text());
  });
  return (await Promise.all(lists)).flat();
}

/** Returns a test for texts that hold all words of the search. */
function search() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  return (text) => words.every((word) => text.includes(word));
}

/** The table of values, whose columns are those of packed-table.ts. */
class ValueTable {
  #columns;
  #order;
  #texts;
  #body;
  #sorted = null;

  constructor(columns) {
    this.#columns = columns;
    this.#order = columns[0].rows.map((_, row) => row);
    const textOf = (row) => columns.map((column) => cellOf(column, row).text).join('\\n');
    this.#texts = this.#order.map((row) => textOf(row).toLowerCase());
    const table = document.createElement('table');
    table
      .createTHead()
      .insertRow()
      .append(...columns.map((column) => this.#heading(column)));
    this.#body = table.createTBody();
    values.replaceChildren(table);
  }

  #heading(column) {
    const heading = document.createElement('th');
    heading.scope = 'col';
    const button = document.createElement('button');
    button.textContent = column.name;
    button.addEventListener('click', () => {
      this.#sort(column);
      showAll();
    });
    heading.append(button);
    return heading;
  }

  /** Costs are wanted in descending order, names in ascending order; a second click turns them round. */
  #sort(column) {
    const sign = this.#sorted?.column === column ? -this.#sorted.sign : column.isCost ? -1 : 1;
    this.#sorted = { column, sign };
    this.#order.sort((a, b) => compared(cellOf(column, a), cellOf(column, b), sign));
    for (const heading of values.querySelectorAll('th'))
      if (heading.textContent === column.name) heading.ariaSort = sign === 1 ? 'ascending' : 'descending';
      else heading.removeAttribute('aria-sort');
  }

  /** Shows the rows that the search finds. Returns how many they are, in words. */
  show() {
    const matches = search();
    const rows = this.#order.filter((row) => matches(this.#texts[row]));
    const shown = rows.slice(0, MOST_ROWS);
    this.#body.replaceChildren(...shown.map((row) => this.#line(row)));
    const all = this.#order.length;
    const some = rows.length === all ? all + ' values' : rows.length + ' of ' + all + ' values';
    return shown.length < rows.length ? some + ', ' + shown.length + ' shown' : some;
  }

  #line(row) {
    const line = document.createElement('tr');
    for (const column of this.#columns) {
      const own = line.insertCell();
      const { text, html } = cellOf(column, row);
      // The markup of shardings is the report's own; all else is text of the program.
      if (html === undefined) own.textContent = text;
      else own.innerHTML = html;
    }
    return line;
  }
}

function cellOf(column, row) {
  return column.cells[column.rows[row]];
}

/** Orders cells; those without a value come last in either order. */
function compared({ sort: a }, { sort: b }, sign) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number') return sign * (a - b);
  return sign * a.localeCompare(b, 'en', { numeric: true });
}

/** The lines of a text, as markup, which are drawn when their element is opened. */
class Lines {
  #element;
  #lines = null;

  constructor(element) {
    this.#element = element;
    element.addEventListener('toggle', () => this.show());
  }

  async show() {
    if (!this.#element.open) return;
    this.#lines ??= (await unpacked(this.#element)).map((html) => ({ html, text: textOf(html) }));
    const matches = search();
    const lines = this.#lines.filter(({ text }) => matches(text));
    const shown = lines.slice(0, MOST_LINES).map(({ html }) => html);
    const rest = lines.length - shown.length;
    if (rest > 0) shown.push('... ' + rest + ' more lines: search to see them ...');
    this.#element.querySelector('pre').innerHTML = shown.join('\\n');
  }
}

/** Returns the text of a line of markup, which the report escaped. */
function textOf(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.textContent.toLowerCase();
}

/**
 * Hides rows of the other tables, and explanations, that do not match; headings say how many do.
 * Returns how many do in all.
 */
function filterPage() {
  const matches = search();
  let all = 0;
  for (const section of document.querySelectorAll('.searched')) {
    const parts = [...section.querySelectorAll(':scope > table > tbody > tr, :scope > details:not(.lines)')];
    for (const part of parts) part.hidden = !matches(part.textContent.toLowerCase());
    const left = parts.filter(({ hidden }) => !hidden).length;
    section.querySelector('h2').dataset.found = left < parts.length ? left + ' of ' + parts.length : '';
    all += left;
  }
  return all;
}

const table = values === null ? null : new ValueTable(await unpacked(values));
const texts = [...document.querySelectorAll('details.lines')].map((element) => new Lines(element));

function showAll() {
  const inTable = table === null ? [] : [table.show()];
  const others = filterPage();
  const elsewhere = field.value.trim() === '' ? [] : [others + ' elsewhere on the page'];
  found.textContent = [...inTable, ...elsewhere].join('; ');
  for (const text of texts) void text.show();
}

field.addEventListener('input', showAll);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
document.querySelector('#finder').hidden = false;
showAll();
`;
