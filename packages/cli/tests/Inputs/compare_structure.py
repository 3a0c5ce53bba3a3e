"""Compares outputs for plain and for hostile names: all that differs are names, texts in strings, and comments.

Reads a list of [language, plain, hostile] from standard input and writes why pairs differ."""
import ast
import csv
import html.parser
import io
import itertools
import json
import re
import sys
import xml.etree.ElementTree


def python(text):
    tree = ast.parse(text)
    names = {"id", "name", "arg", "attr", "asname", "module"}
    def shape(node):
        if isinstance(node, ast.Constant):
            return type(node.value).__name__ if isinstance(node.value, str) else node.value
        if isinstance(node, ast.AST):
            return [type(node).__name__, *(shape(own) for field, own in ast.iter_fields(node) if field not in names)]
        return [shape(own) for own in node] if isinstance(node, list) else node
    return shape(tree)


CPP = re.compile(r"""//[^\n]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|\d[\w.]*|\s+|::|->|[-+*&<>=,;:.()\[\]{}#!~?/%|^]""")


def cpp(text):
    tokens, at = [], 0
    assert not re.search(r"\\\n|\?\?/\n", text), "a line goes on in the next one"
    while at < len(text):
        found = CPP.match(text, at)
        assert found, f"not a token of C++: {text[at:at + 40]!r}"
        token, at = found.group(), found.end()
        if token.isspace() or token.startswith("//"):
            continue
        tokens.append("name" if re.match(r"[A-Za-z_]", token) else "string" if token[0] == '"' else token)
    return tokens


def svg(text):
    def shape(element):
        return [element.tag, sorted(element.attrib), *map(shape, element)]
    return shape(xml.etree.ElementTree.fromstring(text))


def markup(text):
    found = []
    class Reader(html.parser.HTMLParser):
        def handle_starttag(self, tag, attrs):
            found.append([tag, sorted(name for name, _ in attrs)])
        def handle_comment(self, data):
            found.append("comment")
    Reader().feed(text)
    return found


def table(text):
    rows = list(csv.reader(io.StringIO(text), strict=True))
    for cell in itertools.chain(*rows):
        assert not re.match(r"\s*[=+@-]", cell) or re.fullmatch(r"-?[\d.e+-]*", cell), f"a formula: {cell!r}"
    return [len(row) for row in rows]


def markdown(text):
    """The markup, and the cells of each line."""
    prose = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "code", text)
    tags = re.findall(r"(?<!\\)<[A-Za-z/!?][^ >]*", prose)
    return tags, [len(re.findall(r"(?<!\\)\|", line)) for line in text.split("\n")]


def lines(text):
    forged = [line for line in text.split("\n") if line.lstrip().startswith("::error")]
    assert not forged, f"a forged line: {forged[0]!r}"
    return len(text.split("\n"))


def members(text):
    """Names are members of objects, and make paths: there is no more to compare."""
    for line in [text] if text.startswith("{\n") else text.splitlines():
        json.loads(line)


LANGUAGES = {"py": python, "cpp": cpp, "svg": svg, "html": markup, "csv": table, "md": markdown, "text": lines, "json": members}
UNSEEN = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
for language, name, plain, hostile in json.load(sys.stdin):
    try:
        unseen = UNSEEN.search(hostile)
        assert unseen is None, f"an unseen character: {hostile[unseen.start() - 30:unseen.end() + 10]!r}"
        read = LANGUAGES[language]
        expected, found = read(plain), read(hostile)
        assert expected == found, f"other structure: {str(expected)[:300]} and {str(found)[:300]}"
    except (AssertionError, SyntaxError, ValueError, csv.Error, xml.etree.ElementTree.ParseError) as error:
        print(f"{name}: {error}")
