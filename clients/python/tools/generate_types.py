"""Writes src/shardform/answers.py: dataclasses for the JSON of the command, from docs/reference/json.

usage: python clients/python/tools/generate_types.py [--check]
"""

from __future__ import annotations

import json
import keyword
import pathlib
import re
import sys
import textwrap
from typing import Any

HERE = pathlib.Path(__file__).parents[1]
SCHEMAS = HERE.parents[1] / "docs" / "reference" / "json"
TARGET = HERE / "src" / "shardform" / "answers.py"

# Names of the classes of schemas, in the order in which structures that several share get theirs.
ROOTS = {
    "diagnostic": "Diagnostic",
    "partitioning": "Partitioning",
    "simulated-time": "SimulatedTime",
    "placement": "Placement",
    "value-table": "ValueTable",
    "collective-table": "CollectiveTable",
    "explanation": "Explanation",
    "partition-comparison": "Comparison",
    "plan": "PlanAnswer",
    "study-page": "StudyPage",
    "execution": "Execution",
    "calibration": "Calibration",
    "strategy-search": "StrategySearch",
    "training-run": "TrainingRun",
    "report": "ReportAnswer",
    "check": "CheckedBudget",
    "compiled": "CompiledAnswer",
    "profile": "ProfileAnswer",
    "bundle": "BundleAnswer",
}

# Names that are better than those of their place.
NAMES = {
    "ProfileAnswerLine": "ProfiledRow",
    "ProfiledStepsSeconds": "SecondsSpread",
    "ProfileAnswerSteps": "ProfiledSteps",
    "ProfileAnswerCommunication": "ProfiledAxis",
    "ProfileAnswerOperation": "ProfiledOperation",
    "ProfileAnswerMemory": "ProfiledMemory",
    "ProfiledMemoryMoment": "MemoryMoment",
    "ProfileAnswerUnjoined": "UnjoinedTime",
    "ProfileAnswerIdle": "IdleTime",
    "ProfileAnswerStraggler": "Straggler",
    "PlanAnswerCode": "PlanCode",
    "StudyPageSend": "SentGroup",
    "StudyPageHold": "HeldGroup",
    "StudyPageSuggestion": "Suggestion",
    "PartitioningCollective": "Collective",
    "PartitioningTotals": "CollectiveTotals",
    "PartitioningFacts": "Facts",
    "FactsMemory": "PeakMemory",
    "PeakMemoryParts": "MemoryParts",
    "DiagnosticRange": "TextRange",
    "TextRangeStart": "TextPosition",
    "FactsMesh": "Mesh",
    "FactsMeshAxis": "MeshAxis",
    "FactsTimeByAxis": "AxisSeconds",
    "FactsSentByAxis": "AxisBytes",
    "FactsCollectivesByKind": "CollectiveKind",
    "PlacedValuePart": "ShardOfDevice",
    "ExplanationAxis": "ExplainedAxis",
    "ComparisonBefore": "ComparedProgram",
    "ComparisonSharding": "ChangedSharding",
    "PlanAnswerExplanation": "PlanExplanation",
    "CheckedBudgetCheck": "Check",
    "CheckFinding": "Finding",
    "CompiledAnswerRemedies": "Remedies",
    "RemediesChange": "Remedy",
    "SuggestionEdit": "RemedyEdit",
    "CompiledAnswerCollective": "CompiledCollective",
    "CompiledCollectiveMoved": "MovedArray",
    "MovedArrayCause": "Cause",
    "CompiledCollectiveDecision": "CompilerDecision",
    "PartitioningXlaTotals": "CompiledTotals",
    "CalibrationDevice_parameters": "CalibratedDevice",
    "PlacementValue": "PlacedValue",
    "ValueTableValue": "ValueRow",
    "CollectiveTableCollective": "CollectiveRow",
    "SimulatedTimeHeld": "Held",
    "SimulatedTimeShare": "TimeShare",
    "SimulatedTimeCostly": "CostlyOperation",
    "ExecutionResult": "ExecutedResult",
    "PlanAnswerBest": "PlanCandidate",
    "PlanAnswerArgument": "PlannedValue",
    "TrainingRunParts": "TrainingSeconds",
}


class Generator:
    def __init__(self) -> None:
        self.classes: list[str] = []
        self.known: dict[str, str] = {}
        self.root = ""

    def type_of(self, schema: dict[str, Any], place: str) -> str:
        if schema.get("$ref") == "#":
            return self.root
        if "anyOf" in schema:
            options = [own for own in schema["anyOf"] if own.get("type") != "null"]
            types = list(dict.fromkeys(self.type_of(own, place) for own in options))
            return " | ".join([*types, *(["None"] if len(options) < len(schema["anyOf"]) else [])])
        if "enum" in schema:
            return f"Literal[{', '.join(repr(own) for own in schema['enum'])}]"
        if "const" in schema and not isinstance(schema["const"], (int, float)):
            return f"Literal[{schema['const']!r}]"
        match schema.get("type"):
            case "string":
                return "str"
            case "integer":
                return "int"
            case "number":
                return "int" if "const" in schema else "float"
            case "boolean":
                return "bool"
            case "array":
                return f"tuple[{self.type_of(schema['items'], singular(place))}, ...]"
            case "object" if "patternProperties" in schema:
                (values,) = schema["patternProperties"].values()
                return f"Mapping[str, {self.type_of(values, singular(place))}]"
            case "object":
                return self.class_of(schema, place)
        return "Any"

    def class_of(self, schema: dict[str, Any], place: str) -> str:
        shape = json.dumps({"properties": schema["properties"]}, sort_keys=True)
        if shape in self.known:
            return self.known[shape]
        name = NAMES.get(place, place)
        taken = set(self.known.values())
        while name in taken:
            name += "_"
        self.known[shape] = name
        lines = []
        for own, member in schema["properties"].items():
            note = member.get("description", "")
            lines.append(f"    {field(own)}: {self.type_of(member, name + own[0].upper() + own[1:])}")
            if note:
                lines.append(textwrap.indent(docstring(note), "    "))
        doc = docstring(schema.get("description") or f"`{place}` of the command's JSON.")
        self.classes.append("\n".join(["@dataclass(frozen=True)", f"class {name}(Answer):", textwrap.indent(doc, "    "), "", *lines]))
        return name


def docstring(text: str) -> str:
    text = text[0].upper() + text[1:] if re.match(r"[a-z]+(?![\w-])", text) else text
    text = text if text.endswith((".", "...")) else f"{text}."
    wrapped = textwrap.wrap(text, 100)
    end = "\n" if len(wrapped) > 1 else ""
    return '"""' + "\n".join(wrapped) + end + '"""'


def singular(place: str) -> str:
    whole = re.sub(r"ies$", "y", re.sub(r"[Aa]xes$", lambda found: found[0][:2] + "is", place))
    return whole if whole.endswith("xis") else re.sub(r"(?<=[a-rt-z])s$", "", whole)


def field(name: str) -> str:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"{snake}_" if keyword.iskeyword(snake) else snake


def generated() -> str:
    generator = Generator()
    for file, name in ROOTS.items():
        path = SCHEMAS / f"{file}.schema.json"
        if path.exists():
            generator.root = name
            generator.class_of(json.loads(path.read_text(encoding="utf-8")), name)
    names = sorted(generator.known.values())
    head = '''"""Answers of the command as dataclasses. Written by tools/generate_types.py: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ._answer import Answer

__all__ = [
'''
    body = "\n\n\n".join(generator.classes)
    return head + "".join(f'    "{name}",\n' for name in names) + "]\n\n\n" + body + "\n"


def main() -> int:
    text = generated()
    if "--check" in sys.argv[1:]:
        if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET} is not what the schemas say: run {pathlib.Path(__file__).name}", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
