"""Answers what MLIR, StableHLO and Shardy make of texts: a JSON string on each line of standard input gets a line of JSON.

Needs an environment with jax==0.10.2. `acceptance.mjs` starts it.
"""

import json
import re
import sys

import jaxlib.mlir.dialects.sdy  # noqa: F401  (registers the dialect)
from jax._src.interpreters import mlir
from jaxlib.mlir import ir

# Types and attributes live as long as their context.
TEXTS_PER_CONTEXT = 200


def place_of(location):
    found = re.search(r":(\d+):(\d+)", str(location))
    return [int(found.group(1)), int(found.group(2))] if found else None


def answer(text, context):
    try:
        module = ir.Module.parse(text, context)
    except ir.MLIRError as error:
        first = next((d for d in error.error_diagnostics if d.severity == ir.DiagnosticSeverity.ERROR), None)
        if first is None:
            return {"isAccepted": False, "step": "parser", "message": "(no message)", "place": None}
        # The verifier's messages, and no others, show the operation.
        verified = any(note.message.startswith("see current operation") for note in first.notes)
        return {
            "isAccepted": False,
            "step": "verifier" if verified else "parser",
            "message": first.message,
            "place": place_of(first.location),
        }
    return {"isAccepted": True, "text": module.operation.get_asm()}


def main():
    context = None
    for number, line in enumerate(sys.stdin):
        if number % TEXTS_PER_CONTEXT == 0:
            context = mlir.make_ir_context()
            # Some, as quant, are otherwise known only behind the first operation of a dialect that needs them.
            context.load_all_available_dialects()
        text = json.loads(line)
        try:
            made = answer(text, context)
        except UnicodeError:
            made = {"isAccepted": False, "step": "parser", "message": "(not UTF-8)", "place": None}
        print(json.dumps(made), flush=True)


main()
