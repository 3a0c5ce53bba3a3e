"""Answers of the command as dataclasses. Written by tools/generate_types.py: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ._answer import Answer

__all__ = [
    "AxisBytes",
    "AxisSeconds",
    "BundleAnswer",
    "BundleAnswerManifest",
    "BundleAnswerManifestArgument",
    "CalibratedDevice",
    "Calibration",
    "CalibrationAllreduce",
    "CalibrationProfile",
    "CalibrationProfileProgram",
    "Cause",
    "ChangedSharding",
    "Check",
    "CheckedBudget",
    "Collective",
    "CollectiveKind",
    "CollectiveRow",
    "CollectiveTable",
    "CollectiveTableUnlisted",
    "CollectiveTotals",
    "ComparedProgram",
    "ComparedProgramBytesByAxis",
    "Comparison",
    "CompiledAnswer",
    "CompiledCollective",
    "CompiledTotals",
    "CompilerDecision",
    "CostlyOperation",
    "Diagnostic",
    "ExecutedResult",
    "ExecutedResultElements",
    "ExecutedResultMismatch",
    "Execution",
    "ExecutionCheck",
    "ExecutionCheckFirst",
    "ExecutionExpected",
    "ExecutionReference",
    "ExecutionReferenceTolerance",
    "ExplainedAxis",
    "ExplainedAxisOrigin",
    "ExplainedAxisWay",
    "Explanation",
    "ExplanationCommunication",
    "ExplanationCommunicationCheaper",
    "ExplanationCommunicationFrom",
    "ExplanationRejection",
    "Facts",
    "FactsCollectives",
    "FactsSent",
    "FactsThroughput",
    "FactsTime",
    "FactsTimeContention",
    "Finding",
    "Held",
    "HeldGroup",
    "IdleTime",
    "MemoryMoment",
    "MemoryParts",
    "Mesh",
    "MeshAxis",
    "MovedArray",
    "Partitioning",
    "PartitioningCheck",
    "PartitioningChoice",
    "PartitioningChoiceTried",
    "PartitioningPossible",
    "PartitioningXla",
    "PartitioningXlaCollective",
    "PeakMemory",
    "PlacedValue",
    "Placement",
    "PlacementMesh",
    "PlacementMeshAxis",
    "PlanAnswer",
    "PlanAnswerConstraint",
    "PlanAnswerDroppedConstraint",
    "PlanAnswerRule",
    "PlanAnswerVerified",
    "PlanAnswerVerifiedPlan",
    "PlanCandidate",
    "PlanCandidateModel",
    "PlanCandidateModelExposed",
    "PlanCandidatePipeline",
    "PlanCode",
    "PlanExplanation",
    "PlanExplanationDecision",
    "PlanExplanationLayout",
    "PlanExplanationLayoutCost",
    "PlanExplanationPareto",
    "PlannedValue",
    "ProfileAnswer",
    "ProfileAnswerCollective",
    "ProfileAnswerJoined",
    "ProfileAnswerOtherProgram",
    "ProfileAnswerPredicted",
    "ProfileAnswerUse",
    "ProfiledAxis",
    "ProfiledMemory",
    "ProfiledOperation",
    "ProfiledRow",
    "ProfiledSteps",
    "Remedies",
    "Remedy",
    "RemedyEdit",
    "ReportAnswer",
    "SecondsSpread",
    "SentGroup",
    "ShardOfDevice",
    "SimulatedTime",
    "SimulatedTimeCommunication",
    "SimulatedTimeFusedAttention",
    "SimulatedTimeUse",
    "Straggler",
    "StrategySearch",
    "StrategySearchBest",
    "StrategySearchPart",
    "StrategySearchPartBound",
    "StrategySearchRejected",
    "StudyPage",
    "StudyPageAttention",
    "StudyPageRule",
    "Suggestion",
    "TextPosition",
    "TextRange",
    "TimeShare",
    "TrainingRun",
    "TrainingRunTraining",
    "TrainingSeconds",
    "UnjoinedTime",
    "ValueRow",
    "ValueTable",
]


@dataclass(frozen=True)
class TextPosition(Answer):
    """`TextRangeStart` of the command's JSON."""

    line: int
    """1-based."""
    column: int
    """1-based."""


@dataclass(frozen=True)
class TextRange(Answer):
    """`end` is the position after the last character, or `start`."""

    start: TextPosition
    end: TextPosition


@dataclass(frozen=True)
class Diagnostic(Answer):
    """A message about a program."""

    severity: Literal['error', 'warning', 'remark', 'note']
    """How bad it is."""
    message: str
    """The error message."""
    file: str | None
    """Null where no location is known."""
    range: TextRange | None
    ranges: tuple[TextRange, ...]
    """Further ranges of the same text to underline."""
    notes: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Collective(Answer):
    """`PartitioningCollective` of the command's JSON."""

    kind: str
    """all_reduce, ..."""
    axes: str
    """As the operation writes them; empty for collectives that the program lists devices for."""
    axis_names: tuple[str, ...]
    """Axes of the mesh."""
    bytes: float
    """That each device sends in one execution, with the algorithm that sends the least in a ring."""
    bytes_meaning: Literal['exact', 'at-most', 'at-least']
    """at-most: the numbers of the program decide, and can be less; at-least: a call of an unknown target,
    which may send more.
    """
    executions: float
    """How often it is executed when the program runs once: iterations of loops, and calls."""
    executions_meaning: Literal['exact', 'at-most', 'per-iteration']
    """at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of
    unknown length.
    """
    type: str
    """The local type of its result."""
    group_size: float
    """Of the devices that communicate with each other."""
    pattern: str | None
    """Of a permute, in which pattern devices send, such as ring of 8; null for other collectives."""
    source: str
    """The operation whose result it moves, or argument."""
    value: str | None
    """That result or argument, as explain takes it; null where the program as it was given has none."""
    name: str | None
    """The name in the user's program: an argument's name, or the name scopes of the operation."""
    place: str | None
    """File:line of the operation that needs it."""
    reason: str | None
    """Why it is there; null for collectives of the program itself."""
    detail: str | None
    """The reason as the partitioner has it: operands, shardings and factors."""
    loop: str | None
    """The operation of the loop that it is in."""
    gathered_argument: int | None
    """Which argument of the main function it gathers."""


@dataclass(frozen=True)
class CollectiveTotals(Answer):
    """`PartitioningTotals` of the command's JSON."""

    bytes: float
    """That each device sends in one run."""
    count_by_kind: Mapping[str, int]
    """How many collectives of each kind there are."""
    executions_by_kind: Mapping[str, int]
    """How often those of each kind are executed."""
    executions: float
    """Of all collectives."""
    meaning: Literal['exact', 'at-most', 'per-iteration', 'at-least']
    """at-most: if branches are taken that may not be, and all is sent that may be; per-iteration: one
    iteration is counted of a loop of unknown length; at-least: a call of an unknown target may send
    more.
    """
    bytes_by_axes: Mapping[str, float]
    """By the axes along which they are sent, such as data or data,model."""


@dataclass(frozen=True)
class PartitioningPossible(Answer):
    """`PartitioningPossible` of the command's JSON."""

    bytes: float
    """That each device would send in one run."""
    partitioner: Literal['best']
    """That makes those collectives."""


@dataclass(frozen=True)
class PartitioningChoiceTried(Answer):
    """`PartitioningChoiceTried` of the command's JSON."""

    way: Literal['time', 'bytes', 'shardy']
    """Priced with the machine's times, with the bytes that are sent, or as Shardy does."""
    seconds: float
    """Simulated."""


@dataclass(frozen=True)
class PartitioningChoice(Answer):
    """`PartitioningChoice` of the command's JSON."""

    machine: str
    """That it is for."""
    way: Literal['time', 'bytes', 'shardy']
    """Priced with the machine's times, with the bytes that are sent, or as Shardy does."""
    tried: tuple[PartitioningChoiceTried, ...]
    """The way that was taken first; empty where only one was tried."""


@dataclass(frozen=True)
class MeshAxis(Answer):
    """`MeshAxis` of the command's JSON."""

    name: str
    size: int


@dataclass(frozen=True)
class Mesh(Answer):
    """`FactsMesh` of the command's JSON."""

    name: str
    axes: tuple[MeshAxis, ...]


@dataclass(frozen=True)
class AxisSeconds(Answer):
    """`FactsTimeByAxis` of the command's JSON."""

    axis: str
    """The axis, several such as x, y, or listed devices."""
    seconds: float
    """Of communication while the device does not compute, contention aside."""


@dataclass(frozen=True)
class FactsTimeContention(Answer):
    """`FactsTimeContention` of the command's JSON."""

    collective: str
    """Its kind, such as all_reduce."""
    axis: str
    """The axis, several such as x, y, or listed devices."""
    link: str
    """The links, such as network between nodes."""
    seconds: float


@dataclass(frozen=True)
class FactsTime(Answer):
    """`FactsTime` of the command's JSON."""

    machine: str
    """Its name."""
    rates: str
    """That it is computed with: calibrated ones with their error, or peak rates, a lower bound."""
    seconds: float
    """Of the slowest device, the sum of what follows."""
    compute: float
    """Seconds of computing, launches aside."""
    by_axis: tuple[AxisSeconds, ...]
    contention: tuple[FactsTimeContention, ...]
    """Time that collectives take longer, or begin later, because other groups or collectives use the same
    links, while the device does not compute.
    """
    waiting: float
    """Seconds of waiting for what other devices compute or send."""
    launch: float
    """Seconds of launching kernels."""


@dataclass(frozen=True)
class FactsThroughput(Answer):
    """`FactsThroughput` of the command's JSON."""

    unit: Literal['tokens', 'samples']
    """What is counted."""
    per_step: float
    """In a step of all devices."""
    source: str
    """Where that is from: the name of an argument of token ids, such as batch['tokens'], or a flag."""
    per_second: float
    """Of all devices."""
    per_second_of_device: float
    """Of each device."""


@dataclass(frozen=True)
class MemoryParts(Answer):
    """`PeakMemoryParts` of the command's JSON."""

    arguments: float
    """Bytes."""
    results: float
    """Bytes."""
    temporaries: float
    """Bytes of intermediate values."""
    aliased: float
    """Bytes of results in the memory of donated arguments."""


@dataclass(frozen=True)
class PeakMemory(Answer):
    """`FactsMemory` of the command's JSON."""

    bytes: float
    """That a device holds at most."""
    device: int
    """Which one."""
    parts: MemoryParts | None
    """Of the bytes; null where devices run different programs."""
    rules: Literal['cpu', 'accelerator'] | None
    """Null for memory that XLA has assigned, or where devices run different programs."""
    notes: tuple[str, ...]
    """What is not counted, or not known for sure."""


@dataclass(frozen=True)
class AxisBytes(Answer):
    """`FactsSentByAxis` of the command's JSON."""

    axis: str
    """The axis, several such as x, y, or listed devices."""
    bytes: float


@dataclass(frozen=True)
class FactsSent(Answer):
    """`FactsSent` of the command's JSON."""

    bytes: float
    """That each device sends in one run."""
    meaning: Literal['exact', 'at-most', 'per-iteration', 'at-least']
    """at-most: if branches are taken that may not be, and all is sent that may be; per-iteration: one
    iteration is counted of a loop of unknown length; at-least: a call of an unknown target may send
    more.
    """
    by_axis: tuple[AxisBytes, ...]


@dataclass(frozen=True)
class CollectiveKind(Answer):
    """`FactsCollectivesByKind` of the command's JSON."""

    kind: str
    """all_reduce, ..."""
    count: int
    executions: int
    bytes: float


@dataclass(frozen=True)
class FactsCollectives(Answer):
    """`FactsCollectives` of the command's JSON."""

    count: int
    """In the program."""
    executions: int
    """In one run."""
    by_kind: tuple[CollectiveKind, ...]


@dataclass(frozen=True)
class Facts(Answer):
    """The program in numbers."""

    devices: int
    """Of the program."""
    mesh: Mesh | None
    """Null without a mesh."""
    time: FactsTime | None
    """Null where the program cannot be partitioned or simulated."""
    throughput: tuple[FactsThroughput, ...]
    """How much is processed, as far as the size of a step is known."""
    memory: PeakMemory | None
    """Null where the time is."""
    sent: FactsSent
    collectives: FactsCollectives
    problems: tuple[str, ...]
    """Why there is no time, or what it does not contain."""


@dataclass(frozen=True)
class PartitioningCheck(Answer):
    """`PartitioningCheck` of the command's JSON."""

    pass_: str
    """Its name."""
    verdict: Literal['equal', 'different', 'unchanged', 'not executable']
    """Unchanged where the pass left the program as it was."""
    message: str | None
    """The first number that differs, or why the program could not be executed."""


@dataclass(frozen=True)
class PartitioningXlaCollective(Answer):
    """`PartitioningXlaCollective` of the command's JSON."""

    kind: str
    """all_reduce, ..."""
    group_size: float
    """Of the devices that communicate with each other."""
    type: str
    """Of its result on a device, as HLO writes it."""
    bytes: float
    """That each device sends in one execution, with the algorithm that sends the least in a ring."""
    executions: float
    """How often it is executed when the program runs once."""
    executions_meaning: Literal['exact', 'at-most', 'per-iteration']
    """at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of
    unknown length.
    """
    name: str | None
    """The operation that it was made for, by name scopes."""


@dataclass(frozen=True)
class CompiledTotals(Answer):
    """`PartitioningXlaTotals` of the command's JSON."""

    bytes: float
    """That each device sends in one run."""
    count_by_kind: Mapping[str, int]
    """How many collectives of each kind there are."""
    executions_by_kind: Mapping[str, int]
    """How often those of each kind are executed."""
    executions: float
    """Of all collectives."""
    meaning: Literal['exact', 'at-most', 'per-iteration', 'at-least']
    """at-most: if branches are taken that may not be, and all is sent that may be; per-iteration: one
    iteration is counted of a loop of unknown length; at-least: a call of an unknown target may send
    more.
    """


@dataclass(frozen=True)
class PartitioningXla(Answer):
    """`PartitioningXla` of the command's JSON."""

    version: str
    """Of jaxlib."""
    collectives: tuple[PartitioningXlaCollective, ...]
    totals: CompiledTotals


@dataclass(frozen=True)
class Partitioning(Answer):
    """The output of shardform partition --json."""

    version: int
    devices: int
    """That the program is for."""
    file: str | None
    """That was written."""
    output: str | None
    """The program where no file was written."""
    collectives: tuple[Collective, ...]
    totals: CollectiveTotals
    program: str
    """Which program it is about: as XLA would, predicted; as compiled by jaxlib 0.10.2 for CPUs; as it was
    given, ...
    """
    partitioner: Literal['xla', 'shardy', 'best']
    """Whose choices are made: those that XLA's partitioner would make, Shardy's, or those by which devices
    send the least.
    """
    possible: PartitioningPossible | None
    """With other collectives; null where no fewer bytes are known to be possible."""
    choice: PartitioningChoice | None
    """How the program is partitioned for the machine; null where no machine decides."""
    facts: Facts
    """The program in numbers."""
    warnings: tuple[str, ...]
    """What is likely to cost much."""
    checks: tuple[PartitioningCheck, ...] | None
    """What executing the program after each pass showed."""
    xla: PartitioningXla | None
    """What XLA's partitioner makes of the same program, compiled for CPUs without combining."""


@dataclass(frozen=True)
class TimeShare(Answer):
    """`SimulatedTimeShare` of the command's JSON."""

    name: str
    """Compute, a collective such as all_reduce, contention for links, or waiting."""
    seconds: float
    """That add up to the whole."""


@dataclass(frozen=True)
class SimulatedTimeCommunication(Answer):
    """Seconds in which the slowest device communicates."""

    exposed: float
    """While it computes nothing, contention aside."""
    contention: float
    """While it computes nothing, for links that others use at the same time."""
    hidden: float
    """While it computes, which makes the program no longer."""


@dataclass(frozen=True)
class CostlyOperation(Answer):
    """`SimulatedTimeCostly` of the command's JSON."""

    label: str
    """The operation and its location."""
    seconds: float
    """In total; of communication, the time not overlapped with computation, contention included."""
    hidden: float
    """Of communication, the time while something is computed."""
    executions: int
    """By the slowest device."""


@dataclass(frozen=True)
class SimulatedTimeUse(Answer):
    """`SimulatedTimeUse` of the command's JSON."""

    flops_per_second: float
    """floating-point operations of products per second of the slowest device."""
    of_peak: float
    """The fraction of the peak rates of their element types."""


@dataclass(frozen=True)
class SimulatedTimeFusedAttention(Answer):
    """`SimulatedTimeFusedAttention` of the command's JSON."""

    forward: int
    """Of forward passes."""
    backward: int
    """Of gradients."""


@dataclass(frozen=True)
class Held(Answer):
    """`SimulatedTimeHeld` of the command's JSON."""

    kind: Literal['argument', 'donated', 'result', 'temporary', 'addresses', 'gaps']
    """Arguments and results are held all the time; gaps are between temporaries."""
    bytes: float
    """Of the device."""
    value: str | None
    """What is in it, as the file names it."""
    name: str | None
    """In the user's program."""
    operation: str | None
    """That computes it; null for arguments."""
    layer: str | None
    """The name scopes around the operation."""
    line: int | None
    """Of the file."""
    until: str | None
    """The last operation that reads it; null if it is there until the end."""


@dataclass(frozen=True)
class SimulatedTime(Answer):
    """The output of shardform sim --json."""

    version: int
    machine: str
    """Its name."""
    devices: int
    """Of the program."""
    machine_devices: int
    """Of the machine, of which a program may use fewer."""
    seconds: float
    """Until the last device is done."""
    shares: tuple[TimeShare, ...]
    """The time of the slowest device by activity; overlapped communication counts as computation."""
    communication: SimulatedTimeCommunication
    """Seconds in which the slowest device communicates."""
    costly: tuple[CostlyOperation, ...]
    """What the slowest device spends most of its time on, the longest first; then communication that is
    hidden.
    """
    slowest_device: int
    """Its number in the mesh."""
    peak_memory: PeakMemory
    capacity: float | None
    """Null where the machine does not limit it."""
    fits: bool | None
    """Null without a capacity."""
    use: SimulatedTimeUse | None
    """Null for a program without products."""
    is_assumed: bool
    """Whether nobody named the machine."""
    rates: str
    """The rates that times are computed with: calibrated ones with their error, or peak rates, a lower
    bound.
    """
    fused_attention: SimulatedTimeFusedAttention | None
    """Number of fused kernels of attention that take the place of what the program writes out; null for
    none.
    """
    program: str
    """Which program it is about: as XLA would, predicted; as compiled by jaxlib 0.10.2 for CPUs; as it was
    given, ...
    """
    partitioner: Literal['xla', 'shardy', 'best'] | None
    """Null for a program that XLA has compiled."""
    choice: PartitioningChoice | None
    """How the program is partitioned for the machine; null where no machine decides."""
    facts: Facts
    """The program in numbers."""
    held: tuple[Held, ...] | None
    """Null without --peak."""
    warnings: tuple[str, ...]
    """What the times do not contain."""


@dataclass(frozen=True)
class PlacementMeshAxis(Answer):
    """`PlacementMeshAxis` of the command's JSON."""

    name: str
    """Of the axis."""
    size: int
    """In devices."""


@dataclass(frozen=True)
class PlacementMesh(Answer):
    """`PlacementMesh` of the command's JSON."""

    name: str
    """Without the @."""
    axes: tuple[PlacementMeshAxis, ...]
    device_count: int
    """Of the whole mesh."""


@dataclass(frozen=True)
class ShardOfDevice(Answer):
    """`PlacedValuePart` of the command's JSON."""

    device: int
    """Its number."""
    offsets: tuple[int, ...]
    """Where its shard begins, 0-based."""


@dataclass(frozen=True)
class PlacedValue(Answer):
    """`PlacementValue` of the command's JSON."""

    kind: Literal['argument', 'result', 'value']
    """Arguments and results are those of the main function."""
    index: int
    """Of an argument or result, 0-based."""
    name: str
    """As the file names it."""
    path: str | None
    """The name in the user's program, such as p['w']; null if unknown."""
    type: str
    """Of the global tensor."""
    sharding: str | None
    """Null where nothing is said: every device holds all of it."""
    partition_spec: str | None
    """As JAX writes it, such as P('x', None); null where that cannot say it."""
    shape: tuple[int, ...]
    """Of the global tensor."""
    local_shape: tuple[int, ...]
    """Of the shard that a device holds."""
    parts: tuple[ShardOfDevice, ...]


@dataclass(frozen=True)
class Placement(Answer):
    """The output of shardform show --json."""

    version: int
    mesh: PlacementMesh
    values: tuple[PlacedValue, ...]


@dataclass(frozen=True)
class ValueRow(Answer):
    """`ValueTableValue` of the command's JSON."""

    value: str
    """As commands take it: %4 or @f:%4; of what passes made, a name of its own."""
    name: str | None
    """In the user's program."""
    layer: str | None
    """By name scopes, or else by the program's structure."""
    function: str | None
    """Around it."""
    operation: str | None
    """That computes it; null for arguments of functions and regions."""
    shape: str | None
    """Sizes and type of elements of all shards together, ? for sizes that are not known; null for what
    passes made of shards.
    """
    local: str | None
    """The same on a device; null where shards differ, and inside fragments of MPMD programs."""
    sharding: str | None
    """Null where every device holds all of it, where shape is null, and inside fragments of MPMD programs."""
    bytes: float | None
    """On a device; null for values other than tensors of static sizes."""
    executions: float
    """Of its operation in one run."""
    executions_meaning: Literal['exact', 'at-most', 'per-iteration']
    """at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of
    unknown length.
    """
    line: int | None
    """Of the file."""


@dataclass(frozen=True)
class ValueTable(Answer):
    """The output of shardform show --table --json."""

    version: int
    count: int
    """Of all values."""
    matching: int
    """Values that pass the filters."""
    bytes: float
    """On a device, of all values and executions."""
    removed: int
    """Values of the file that propagation removes: equal ones, and what no result depends on."""
    values: tuple[ValueRow, ...]
    """Those that are shown, in the order that is asked for."""


@dataclass(frozen=True)
class CollectiveTableUnlisted(Answer):
    """`CollectiveTableUnlisted` of the command's JSON."""

    operation: str
    """Its name."""
    count: int
    """Of operations."""


@dataclass(frozen=True)
class CollectiveRow(Answer):
    """`CollectiveTableCollective` of the command's JSON."""

    kind: str
    """all_reduce, ..."""
    axis: str
    """Of the mesh, or several such as x, y."""
    value: str | None
    """That it moves, as commands take it; null for what passes made."""
    name: str | None
    """In the user's program."""
    layer: str | None
    """By name scopes, or else by the program's structure."""
    type: str
    """Of its result on a device."""
    group_size: float
    """Of the devices that communicate with each other."""
    pattern: str | None
    """Of a permute, in which pattern devices send, such as ring of 8; null for other collectives."""
    executions: float
    """In one run."""
    executions_meaning: Literal['exact', 'at-most', 'per-iteration']
    """at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of
    unknown length.
    """
    bytes: float
    """That each device sends in all executions."""
    bytes_meaning: Literal['exact', 'at-most', 'at-least']
    """at-most: the numbers of the program decide, and can be less; at-least: a call of an unknown target,
    which may send more.
    """
    seconds: float | None
    """That the step is longer for it, contention included; null where nothing was simulated."""
    contention_seconds: float | None
    """Of these, for links that other groups or collectives use at the same time."""
    hidden_seconds: float | None
    """Of communication while something is computed."""
    line: int | None
    """Of the file."""
    reason: str | None
    """Why it is there; null for collectives of the program itself."""


@dataclass(frozen=True)
class CollectiveTable(Answer):
    """The output of shardform show --collectives --json."""

    version: int
    program: str
    """Which program it is about: as XLA would, predicted; as compiled by jaxlib 0.10.2 for CPUs; as it was
    given, ...
    """
    machine: str
    """That times are of."""
    count: int
    """Of all collectives."""
    matching: int
    """Collectives that pass the filters."""
    bytes: float
    """That each device sends, of all collectives."""
    meaning: Literal['exact', 'at-most', 'per-iteration', 'at-least']
    """at-most: if branches are taken that may not be, and all is sent that may be; per-iteration: one
    iteration is counted of a loop of unknown length; at-least: a call of an unknown target may send
    more.
    """
    seconds: float | None
    """That the step is longer for all of them; null where nothing was simulated."""
    unlisted: tuple[CollectiveTableUnlisted, ...]
    """Operations for which devices communicate, but whose bytes and times are unknown."""
    problems: tuple[str, ...]
    """Why there are no times, or what they do not contain."""
    collectives: tuple[CollectiveRow, ...]
    """Those that are shown, in the order that is asked for."""


@dataclass(frozen=True)
class ExplainedAxisWay(Answer):
    """`ExplainedAxisWay` of the command's JSON."""

    from_: str
    """The value that had the axis."""
    operation: str
    """Name of the operation, or of the function with an @."""
    place: str | None
    """File:line."""
    factor: str | None
    """In the operation's sharding rule."""
    direction: Literal['forward', 'backward', 'sideways']
    """From operands to results, back, or between them."""


@dataclass(frozen=True)
class ExplainedAxisOrigin(Answer):
    """`ExplainedAxisOrigin` of the command's JSON."""

    value: str
    """That had the axis first."""
    because: str
    """The annotation in the program."""
    sharding: str | None
    """That is written there."""
    place: str | None
    """File:line."""


@dataclass(frozen=True)
class ExplainedAxis(Answer):
    """`ExplanationAxis` of the command's JSON."""

    axis: str
    """Of the mesh."""
    dimension: int
    """Of the value, 0-based."""
    way: tuple[ExplainedAxisWay, ...]
    """The moves that brought the axis, the last one first."""
    origin: ExplainedAxisOrigin


@dataclass(frozen=True)
class ExplanationRejection(Answer):
    """`ExplanationRejection` of the command's JSON."""

    axis: str
    """Of the mesh."""
    dimension: int
    """Of the value, 0-based."""
    holder: str
    """The value that has the axis."""
    operation: str
    """Name of the operation, or of the function with an @."""
    place: str | None
    """File:line."""
    factor: str
    """In the operation's sharding rule."""
    reason: Literal['used-elsewhere', 'closed', 'kept-whole', 'other-axis', 'conflict', 'not-passed-on']
    """Why the value did not get the axis."""
    instead: str | None
    """The axis that the dimension has there, or another tensor of the operation at a conflict."""


@dataclass(frozen=True)
class ExplanationCommunicationFrom(Answer):
    """`ExplanationCommunicationFrom` of the command's JSON."""

    value: str
    """That the program itself splits along an axis of the collective."""
    argument: int | None
    """Which argument of the main function it is."""
    sharding: str | None
    """That the program gives it."""
    because: str
    """The annotation in the program."""
    place: str | None
    """File:line."""


@dataclass(frozen=True)
class ExplanationCommunicationCheaper(Answer):
    """`ExplanationCommunicationCheaper` of the command's JSON."""

    value: str
    """The argument."""
    argument: int
    """0-based."""
    sharding: str
    """That it would have."""
    tied: tuple[str, ...]
    """Other arguments and results that would have it, too."""
    collectives: tuple[Collective, ...]
    """Those that the program would have and has not now."""
    bytes: float
    """That each device would send in the whole program."""
    bytes_now: float
    """That each device sends in the whole program."""
    seconds: float | None
    """That a step would take on the machine; null where the cost of some operation is unknown."""
    seconds_now: float | None
    """That a step takes."""
    peak_bytes: float | None
    """That a device would hold at most."""
    peak_bytes_now: float | None
    """That a device holds at most."""
    held_bytes: float
    """Of the argument that each device would hold."""
    held_bytes_now: float
    """Of the argument that each device holds."""


@dataclass(frozen=True)
class ExplanationCommunication(Answer):
    """`ExplanationCommunication` of the command's JSON."""

    kind: str
    """all_reduce, ..."""
    axes: str
    """As the operation writes them; empty for collectives that the program lists devices for."""
    axis_names: tuple[str, ...]
    """Axes of the mesh."""
    bytes: float
    """That each device sends in one execution, with the algorithm that sends the least in a ring."""
    bytes_meaning: Literal['exact', 'at-most', 'at-least']
    """at-most: the numbers of the program decide, and can be less; at-least: a call of an unknown target,
    which may send more.
    """
    executions: float
    """How often it is executed when the program runs once: iterations of loops, and calls."""
    executions_meaning: Literal['exact', 'at-most', 'per-iteration']
    """at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of
    unknown length.
    """
    type: str
    """The local type of its result."""
    group_size: float
    """Of the devices that communicate with each other."""
    pattern: str | None
    """Of a permute, in which pattern devices send, such as ring of 8; null for other collectives."""
    source: str
    """The operation whose result it moves, or argument."""
    value: str | None
    """That result or argument, as explain takes it; null where the program as it was given has none."""
    name: str | None
    """The name in the user's program: an argument's name, or the name scopes of the operation."""
    place: str | None
    """File:line of the operation that needs it."""
    reason: str | None
    """Why it is there; null for collectives of the program itself."""
    detail: str | None
    """The reason as the partitioner has it: operands, shardings and factors."""
    loop: str | None
    """The operation of the loop that it is in."""
    gathered_argument: int | None
    """Which argument of the main function it gathers."""
    from_: tuple[ExplanationCommunicationFrom, ...]
    cheaper: ExplanationCommunicationCheaper | None
    """A sharding of an argument that differs by one axis, with which devices send less."""
    tried: int
    """Number of other shardings that were tried."""
    possible: int
    """Number of shardings that differ by one axis."""


@dataclass(frozen=True)
class Explanation(Answer):
    """One line for each value that shardform explain --json explains."""

    version: int
    value: str
    """As the file names it."""
    name: str | None
    """What the program that the file was made from calls it."""
    function: str | None
    """The function around the value."""
    calls: tuple[str, ...]
    """Of a value in a called function: the calls that this copy stands for."""
    type: str
    """Of the value."""
    operation: str | None
    """What computes the value; null for arguments."""
    scope: str | None
    """The name scopes of the operation."""
    place: str | None
    """File:line."""
    sharding: str | None
    """After propagation."""
    axes: tuple[ExplainedAxis, ...]
    rejections: tuple[ExplanationRejection, ...]
    """What operations around the value have for it and it did not get."""
    communication: tuple[ExplanationCommunication, ...] | None
    """Collectives that make the value, bring operands of its operation, or move it; null without
    --cheaper.
    """


@dataclass(frozen=True)
class ComparedProgramBytesByAxis(Answer):
    """`ComparedProgramBytesByAxis` of the command's JSON."""

    axes: str
    """Such as x or x,y."""
    bytes: float


@dataclass(frozen=True)
class ComparedProgram(Answer):
    """`ComparisonBefore` of the command's JSON."""

    program: str
    """Which program it is about: as XLA would, predicted; as compiled by jaxlib 0.10.2 for CPUs; as it was
    given, ...
    """
    devices: int
    """That the program is for."""
    bytes: float
    """That each device sends in one run."""
    meaning: Literal['exact', 'at-most', 'per-iteration', 'at-least']
    """at-most: if branches are taken that may not be, and all is sent that may be; per-iteration: one
    iteration is counted of a loop of unknown length; at-least: a call of an unknown target may send
    more.
    """
    bytes_by_axes: tuple[ComparedProgramBytesByAxis, ...]
    """These by the axes along which they are sent."""
    executions: float
    """Of collectives."""
    machine: str | None
    """That the time is of; null where a cost is not known."""
    seconds: float | None
    """That it takes; null where a cost is not known."""
    contention_seconds: float | None
    """Of these, for links that others use at the same time; null where a cost is not known."""
    peak_bytes: float | None
    """That a device holds at most; null where a cost is not known."""


@dataclass(frozen=True)
class ChangedSharding(Answer):
    """`ComparisonSharding` of the command's JSON."""

    value: str
    """In the second program, as commands refer to it."""
    name: str | None
    """In the user's program."""
    type: str
    before: str
    """The axes of its dimensions in the first program, such as [{"x"}, {}], whole, or undecided."""
    after: str
    """In the second program."""
    line: int | None
    """Of the second program."""


@dataclass(frozen=True)
class Comparison(Answer):
    """The output of shardform compare --json."""

    version: int
    before: ComparedProgram
    after: ComparedProgram
    gone: tuple[Collective, ...]
    """That only the first program has."""
    added: tuple[Collective, ...]
    """That only the second program has."""
    shardings: tuple[ChangedSharding, ...]
    """Values that both programs have and split differently."""
    warnings: tuple[str, ...]
    """Why the comparison may mean little, such as that the programs are not versions of one."""


@dataclass(frozen=True)
class PlanCandidatePipeline(Answer):
    """`PlanCandidatePipeline` of the command's JSON."""

    stages: int
    """Meshes that follow each other."""
    chunks: int
    """Stages on each mesh; more than one for interleaved schedules."""
    microbatches: int
    """Into which the batch is divided."""
    schedule: str
    """Gpipe, 1f1b, interleaved-1f1b or zb-h1."""
    estimated: float
    """Seconds that were expected."""


@dataclass(frozen=True)
class PlanCandidateModelExposed(Answer):
    """The part of communication that counted."""

    early: float
    """Of what is communicated before anything that computes much, such as parameters."""
    between: float
    late: float
    """Of what is communicated after everything that computes much, such as gradients."""


@dataclass(frozen=True)
class PlanCandidateModel(Answer):
    """`PlanCandidateModel` of the command's JSON."""

    seconds: float
    """That the choices cost in the model in which they were made."""
    bound: float
    """No choices cost less in it."""
    exposed: PlanCandidateModelExposed
    """The part of communication that counted."""


@dataclass(frozen=True)
class PlanCandidate(Answer):
    """A program as it is predicted to be partitioned; verified has what XLA compiles."""

    mesh: str
    """Its axes, such as x=2, y=4; those of the mesh of each stage for a pipeline."""
    pipeline: PlanCandidatePipeline | None
    """Null for a plan without stages."""
    layout: str | None
    """The known layout that it is, or that it began with."""
    is_given: bool
    """Whether the shardings are those of the program as it is written."""
    facts: Facts
    """The program in numbers."""
    model: PlanCandidateModel | None
    """Null for the program as it is written, and for a pipeline."""


@dataclass(frozen=True)
class PlannedValue(Answer):
    """`PlanAnswerArgument` of the command's JSON."""

    index: int
    """From 0."""
    name: str | None
    """In the user's program."""
    type: str
    sharding: str | None
    """Null for a scalar."""
    partition_spec: str | None
    """As JAX writes it, such as P('x', None); null where the plan leaves it open."""
    stage_mesh: str | None
    """Of a pipeline, the mesh that it is on."""


@dataclass(frozen=True)
class PlanAnswerRule(Answer):
    """`PlanAnswerRule` of the command's JSON."""

    pattern: str
    """The end of paths of arguments, such as layers/*/wq, a whole path behind a /, or #3 for an argument
    without a name.
    """
    partition_spec: str
    """As JAX writes it, such as P('x', None)."""
    arguments: int
    """That match."""


@dataclass(frozen=True)
class PlanAnswerConstraint(Answer):
    """`PlanAnswerConstraint` of the command's JSON."""

    file: str
    """Of the user's program."""
    line: int
    """That computes the value."""
    operation: str
    """That computes it."""
    type: str
    values: int
    """Of the program that the line computes: one for each layer, for example."""
    partition_spec: str


@dataclass(frozen=True)
class PlanAnswerDroppedConstraint(Answer):
    """`PlanAnswerDroppedConstraint` of the command's JSON."""

    file: str
    """Of the user's program."""
    line: int


@dataclass(frozen=True)
class PlanAnswerVerifiedPlan(Answer):
    """As XLA has compiled it, where best and tried are predicted."""

    facts: Facts
    """The program in numbers."""
    seconds: float
    """Of a step with the compiled collectives, and on accelerators with the predicted kernels."""
    sent_bytes: float
    """By each device; a sum of which a device uses only its part counts as the reduce-scatter that
    compilers for GPUs and TPUs make of it, 16-bit floats as such.
    """
    sent_bytes_on_cpus: float
    """With the sums that compilers for CPUs make, of the floats that they widen."""


@dataclass(frozen=True)
class PlanAnswerVerified(Answer):
    """`PlanAnswerVerified` of the command's JSON."""

    compiler: str
    """Such as jaxlib 0.10.2."""
    plan: PlanAnswerVerifiedPlan | None
    """Null where XLA can not compile it, or its time is not known."""
    written: PlanAnswerVerifiedPlan | None
    """Of the program as it is written."""


@dataclass(frozen=True)
class PlanExplanationLayoutCost(Answer):
    """`PlanExplanationLayoutCost` of the command's JSON."""

    kind: str
    """all_reduce, ..., computing or launching."""
    axis: str
    """Along which, empty for what is no communication."""
    executions: int
    """More in one step."""
    bytes: float
    """That each device sends more."""
    seconds: float
    """That the step is longer for it, negative where it is shorter."""


@dataclass(frozen=True)
class PlanExplanationLayout(Answer):
    """`PlanExplanationLayout` of the command's JSON."""

    name: str
    """Such as data parallel."""
    facts: Facts
    """The program in numbers."""
    costs: tuple[PlanExplanationLayoutCost, ...]
    """Against the plan, the dearest first."""


@dataclass(frozen=True)
class PlanExplanationDecision(Answer):
    """`PlanExplanationDecision` of the command's JSON."""

    name: str
    """Of the value."""
    others: int
    """So many other values are alike."""
    chosen: str
    """As JAX writes it, such as P('x', None)."""
    second: str
    """The best without that choice."""
    price: float
    """Simulated seconds more with it."""
    bytes: float
    """That a device holds more with it."""
    costs: tuple[PlanExplanationLayoutCost, ...]


@dataclass(frozen=True)
class PlanExplanationPareto(Answer):
    """`PlanExplanationPareto` of the command's JSON."""

    mesh: str
    """Its axes, such as x=2, y=4."""
    seconds: float
    bytes: float
    """That a device holds at most."""
    is_plan: bool


@dataclass(frozen=True)
class PlanExplanation(Answer):
    """`PlanAnswerExplanation` of the command's JSON."""

    layouts: tuple[PlanExplanationLayout, ...]
    """Known layouts, the fastest first."""
    decisions: tuple[PlanExplanationDecision, ...]
    """Those that cost most to change first."""
    pareto: tuple[PlanExplanationPareto, ...]
    """Of all that was simulated, nothing is both faster and smaller than these, the fastest first."""
    is_partial: bool
    """Whether not all was tried."""


@dataclass(frozen=True)
class PlanCode(Answer):
    """`PlanAnswerCode` of the command's JSON."""

    format: str
    """Such as linen."""
    text: str
    """Python."""


@dataclass(frozen=True)
class PlanAnswer(Answer):
    """The output of shardform plan --json."""

    version: int
    file: str | None
    """That was written."""
    fits: bool
    """Whether a device never holds more than --memory, or than a device of the named machine has."""
    best: PlanCandidate
    """A program as it is predicted to be partitioned; verified has what XLA compiles."""
    arguments: tuple[PlannedValue, ...]
    results: tuple[PlannedValue, ...]
    tried: tuple[PlanCandidate, ...]
    """All programs that were simulated, as they are predicted, the fastest first."""
    no_pipeline: str | None
    """Why the program is no pipeline, where one was looked for."""
    rules: tuple[PlanAnswerRule, ...] | None
    """The shardings of arguments: the first that matches holds, others are whole; null for a pipeline and
    without XLA.
    """
    constraints: tuple[PlanAnswerConstraint, ...] | None
    """Beside them; null for a pipeline and without XLA."""
    dropped_constraints: tuple[PlanAnswerDroppedConstraint, ...]
    """Lines of with_sharding_constraint that the plan was made without; plan.jit leaves them out."""
    verified: PlanAnswerVerified | None
    """Null without --verify, and for a pipeline."""
    explanation: PlanExplanation | None
    """Null without --why or --pareto, and for a pipeline."""
    jax: str | None
    """The file of Python that was written."""
    code: tuple[PlanCode, ...]
    """The shardings of arguments in the terms of libraries; none for a pipeline, and for arguments without
    names.
    """
    warnings: tuple[str, ...]
    """Why roles that were given to arguments may be wrong."""


@dataclass(frozen=True)
class StudyPageAttention(Answer):
    """`StudyPageAttention` of the command's JSON."""

    forward: int
    """Kernels of forward passes, those of a loop once."""
    backward: int
    """Kernels of gradients."""
    seconds: float
    """Of a step with these kernels."""
    function: str
    """Of JAX that has such a kernel on the devices."""


@dataclass(frozen=True)
class StudyPageRule(Answer):
    """`StudyPageRule` of the command's JSON."""

    pattern: str
    """The end of paths of arguments, such as layers/*/wq, or a whole path behind a /."""
    partition_spec: str
    """As JAX writes it, such as P('x', None)."""
    arguments: int
    """That match."""


@dataclass(frozen=True)
class SentGroup(Answer):
    """`StudyPageSend` of the command's JSON."""

    kind: str
    """Such as all_reduce."""
    axis: str
    """Several such as x, y."""
    name: str | None
    """Of the value, in the user's program."""
    place: str | None
    """File:line of the operation that needs it."""
    reason: str | None
    """Why it is there."""
    detail: str | None
    """The reason as the partitioner has it: operands, shardings and factors."""
    executions: int
    bytes: float
    """That each device sends."""
    seconds: float | None
    """That the step is longer for it; null where nothing was simulated."""
    hidden_seconds: float | None
    """While something is computed; null where nothing was simulated."""


@dataclass(frozen=True)
class HeldGroup(Answer):
    """`StudyPageHold` of the command's JSON."""

    kind: str
    """Argument, result, temporary, ..."""
    name: str
    """In the user's program, or the operation."""
    arrays: int
    bytes: float
    """Of a device."""


@dataclass(frozen=True)
class RemedyEdit(Answer):
    """`SuggestionEdit` of the command's JSON."""

    change: str
    """In the user's terms."""
    place: str | None
    """File:line; null for shardings of arguments and results."""
    code: str | None
    """The changed line, where the file is at hand."""


@dataclass(frozen=True)
class Suggestion(Answer):
    """`StudyPageSuggestion` of the command's JSON."""

    edits: tuple[RemedyEdit, ...]
    """That belong together."""
    seconds: float
    """Of a step."""
    sent_bytes: float
    """By each device."""
    peak_bytes: float
    """That a device holds at most."""


@dataclass(frozen=True)
class StudyPage(Answer):
    """The output of shardform study --json."""

    version: int
    file: str
    program: str
    """Which program it is, and how it was partitioned."""
    machine: str
    facts: Facts
    """The program in numbers."""
    attention: StudyPageAttention | None
    """That the program writes out, beside the fused kernels that would take its place; null without."""
    rules: tuple[StudyPageRule, ...] | None
    """Null for a program without a function."""
    sends: tuple[SentGroup, ...]
    """Collectives for one reason, those that the step waits for longest first."""
    holds: tuple[HeldGroup, ...] | None
    """Null where it is not known."""
    suggestions: tuple[Suggestion, ...] | None
    """Null where none were tried."""


@dataclass(frozen=True)
class ExecutedResultElements(Answer):
    """`ExecutedResultElements` of the command's JSON."""

    equal: int
    """But for last digits."""
    unstable: int
    """That other roundings change as much."""
    nan: int
    """That are NaN in both executions."""
    different: int
    """That rounding does not explain."""


@dataclass(frozen=True)
class ExecutedResultMismatch(Answer):
    """`ExecutedResultMismatch` of the command's JSON."""

    position: tuple[int, ...]
    """Indices in the global tensor."""
    device: int | None
    """That has it; null for a comparison of whole results."""
    actual: str
    """The number of the execution, as text since JSON has no NaN."""
    expected: str
    """The number that it is compared with."""


@dataclass(frozen=True)
class ExecutedResult(Answer):
    """`ExecutionResult` of the command's JSON."""

    index: int
    """0-based."""
    name: str | None
    """The name in the user's program; null if unknown."""
    type: str
    """Of the global tensor."""
    verdict: Literal['equal', 'unstable', 'nan', 'different']
    """The worst of its elements: unstable where other roundings change an element as much, nan where both
    executions have NaN.
    """
    elements: ExecutedResultElements
    max_difference: float | None
    """Null where it is not finite, as beside a NaN."""
    relative: float | None
    """Null where it is not finite, as beside a NaN."""
    mismatch: ExecutedResultMismatch | None
    """The first element that differs."""


@dataclass(frozen=True)
class ExecutionReferenceTolerance(Answer):
    """`ExecutionReferenceTolerance` of the command's JSON."""

    type: str
    """Of the elements."""
    relative: float
    """That an element may differ by; for integers none."""
    of: Literal['element', 'largest']
    """What it is a fraction of: each element, which may differ by what other roundings change of it, too;
    or the largest magnitude of a result.
    """


@dataclass(frozen=True)
class ExecutionReference(Answer):
    """`ExecutionReference` of the command's JSON."""

    file: str
    """The one that --reference names."""
    tolerances: tuple[ExecutionReferenceTolerance, ...]
    """By type of elements."""


@dataclass(frozen=True)
class ExecutionExpected(Answer):
    """`ExecutionExpected` of the command's JSON."""

    file: str
    """The one that --expect names."""
    results: tuple[ExecutedResult, ...]


@dataclass(frozen=True)
class ExecutionCheckFirst(Answer):
    """`ExecutionCheckFirst` of the command's JSON."""

    value: str
    """As the file names it."""
    place: str | None
    """File:line."""
    device: int
    """Its number."""


@dataclass(frozen=True)
class ExecutionCheck(Answer):
    """`ExecutionCheck` of the command's JSON."""

    operations: int
    """That each device executes."""
    collectives: int
    """Those of them for which devices communicate."""
    values: int
    """That were compared."""
    unstable: int
    """Those of them whose difference other roundings explain."""
    nan: int
    """Those of them with NaN in both executions."""
    max_difference: float | None
    """Null where it is not finite, as beside a NaN."""
    magnitude: float | None
    """Null where it is not finite, as beside a NaN."""
    value: str | None
    """The value with that difference, as the file names it; null when all are equal."""
    device: int | None
    """The device with that difference."""
    correlation: float | None
    """The smallest of Pearson's correlation coefficients of the results; null when none of them varies."""
    first: ExecutionCheckFirst | None
    """The first value beyond the tolerance."""


@dataclass(frozen=True)
class Execution(Answer):
    """The output of shardform run --json."""

    version: int
    engine: Literal['simulator', 'xla']
    """What executed the program."""
    devices: int
    """That the program is for."""
    results: tuple[ExecutedResult, ...]
    reference: ExecutionReference | None
    """The program that the results are compared with; null where it is the executed one as a whole."""
    expected: ExecutionExpected | None
    """The comparison with a file's results."""
    check: ExecutionCheck | None
    """What --check-global shows."""
    messages: tuple[str, ...]
    """What else the execution showed, for people."""


@dataclass(frozen=True)
class CalibratedDevice(Answer):
    """`CalibrationDevice_parameters` of the command's JSON."""

    kind: str
    """Of the devices that were profiled, such as cpu."""
    seconds_per_dram_byte: float
    """Of the device memory."""
    seconds_per_flop: float
    """Of computing."""
    kernel_launch_seconds: float
    """Of starting an operation."""
    overlap: float
    """The fraction of its speed with which a device computes while it communicates."""


@dataclass(frozen=True)
class CalibrationAllreduce(Answer):
    """`CalibrationAllreduce` of the command's JSON."""

    seconds_per_gb: float
    constant_seconds: float


@dataclass(frozen=True)
class CalibrationProfileProgram(Answer):
    """`CalibrationProfileProgram` of the command's JSON."""

    file: str
    """The profile."""
    program: str
    """The name of the compiled module."""
    measured_seconds: float
    """Of a device in a step, from its first event to its last one."""
    predicted_seconds: float | None
    """Null where it cannot be simulated."""


@dataclass(frozen=True)
class CalibrationProfile(Answer):
    """`CalibrationProfile` of the command's JSON."""

    programs: tuple[CalibrationProfileProgram, ...]
    not_identified: tuple[str, ...]
    """What the profiles do not tell, and why."""


@dataclass(frozen=True)
class Calibration(Answer):
    """The output of shardform calibrate --json."""

    version: int
    device_parameters: CalibratedDevice
    allreduce: Mapping[str, CalibrationAllreduce]
    """By number of devices; absent when none was measured."""
    allgather: Mapping[str, CalibrationAllreduce]
    """By number of devices; absent when none was measured."""
    reducescatter: Mapping[str, CalibrationAllreduce]
    """By number of devices; absent when none was measured."""
    alltoall: Mapping[str, CalibrationAllreduce]
    """By number of devices; absent when none was measured."""
    permute: Mapping[str, CalibrationAllreduce]
    """By number of devices; absent when none was measured."""
    network_bandwidth_gbps_uniform: float
    """Absent when no sends were measured."""
    r_squared: Mapping[str, float]
    """The fraction of each kind of measurement that the fit explains."""
    mean_error: Mapping[str, float]
    """The mean of the relative errors of each fit on its own measurements."""
    profile: CalibrationProfile | None
    """Null without --profile."""


@dataclass(frozen=True)
class StrategySearchBest(Answer):
    """A strategy with its cost."""

    data: int
    """Replicas."""
    horizontal: int
    """Shards of each replica."""
    pipeline: int
    """Stages of each shard."""
    microbatches: int
    """That the batch of a replica is cut into."""
    schedule: str
    """The order of stages and microbatches."""
    chunks: int
    """Of the model on each device of a pipeline."""
    recompute: bool
    """Whether activations are computed again."""
    latency: float
    """Seconds of a step."""
    throughput: float
    """Samples per second."""
    peak_bytes: float
    """That a device holds at most."""


@dataclass(frozen=True)
class StrategySearchRejected(Answer):
    """`StrategySearchRejected` of the command's JSON."""

    candidate: str
    """The strategy."""
    reason: str
    """Why it is no program."""


@dataclass(frozen=True)
class StrategySearchPartBound(Answer):
    """`StrategySearchPartBound` of the command's JSON."""

    candidate: str
    """A strategy, and the first of those with the same bounds."""
    latency: float
    """Seconds that a step takes at least."""
    peak_bytes: float
    """That a device holds at least."""


@dataclass(frozen=True)
class StrategySearchPart(Answer):
    """`StrategySearchPart` of the command's JSON."""

    number: int
    """Which part, from 1."""
    of: int
    """How many there are."""
    search: str
    """The same for all parts of a search."""
    bounds: tuple[StrategySearchPartBound, ...]


@dataclass(frozen=True)
class StrategySearch(Answer):
    """The output of shardform dist search --json."""

    version: int
    simulated: str
    """The model, which parts of a step are simulated, and on which machine."""
    best: StrategySearchBest | None
    """The fastest that fits; null when nothing does."""
    front: tuple[StrategySearchBest, ...]
    """Those that no other beats in both time and memory."""
    evaluations: tuple[StrategySearchBest, ...]
    """All that were simulated, the fastest first."""
    candidates: int
    """That the model and the machine allow."""
    evaluated: int
    """That were simulated in this search."""
    rejected: tuple[StrategySearchRejected, ...]
    part: StrategySearchPart | None
    """Of a part of a search: what --merge needs beside; otherwise null."""


@dataclass(frozen=True)
class TrainingSeconds(Answer):
    """Seconds of the stage that is busy for the longest, which add up to those of the step."""

    products: float
    """Matrix products outside of attention."""
    attention: float
    """Fused attention."""
    memory: float
    """Kernels that memory bounds."""
    communication: float
    """Communicating while nothing is computed."""
    host: float
    """Waiting for the host."""
    optimizer: float
    """The update of weights."""
    pipeline: float
    """Waiting for other stages."""


@dataclass(frozen=True)
class TrainingRunTraining(Answer):
    """Training on a number of tokens."""

    tokens: float
    """That are trained on."""
    steps: int
    """Of so many tokens."""
    days: float
    """Of the steps alone: nothing restarts, is evaluated or is saved."""


@dataclass(frozen=True)
class TrainingRun(Answer):
    """The output of shardform dist train --json."""

    version: int
    machine: str
    """Its name."""
    rates: str
    """The rates that times are computed with: calibrated ones with their error, or peak rates, a lower
    bound.
    """
    strategy: str
    """How the run is divided among devices."""
    schedule: str | None
    """The order of the passes of a pipeline; null without one."""
    microbatch: int
    """Sequences of a replica in a forward pass."""
    seconds: float
    """Of a step: all microbatches, the sums of gradients and the update."""
    tokens_per_second: float
    """Tokens of the batch by seconds."""
    tokens_per_second_per_device: float
    """Tokens of the batch by seconds and devices."""
    teraflops_per_device: float
    """TFLOP/s of the model, without what is computed again; causal attention counts by half."""
    mfu: float
    """These as a fraction of the peak of products in the run's precision."""
    memory_bytes: int
    """That a device needs at most."""
    fits: bool | None
    """Whether that is within the memory of a device; null where that is not limited."""
    parts: TrainingSeconds
    """Seconds of the stage that is busy for the longest, which add up to those of the step."""
    hidden_communication: float
    """Seconds in which that stage communicates while it computes."""
    training: TrainingRunTraining | None
    """Of the tokens of --tokens; null without it."""
    notes: tuple[str, ...]
    """What the simulation takes for granted."""


@dataclass(frozen=True)
class ReportAnswer(Answer):
    """The output of shardform report --json."""

    version: int
    program: str | None
    """Null for a program with errors."""
    file: str
    """The page."""
    sections: tuple[str, ...]
    """The headings of the page."""


@dataclass(frozen=True)
class Finding(Answer):
    """`CheckFinding` of the command's JSON."""

    place: str | None
    """File:line in the user's program."""
    message: str
    """What is there, and why."""


@dataclass(frozen=True)
class Check(Answer):
    """`CheckedBudgetCheck` of the command's JSON."""

    rule: str
    """What the budget limits, such as collectives/all_gather, memory or sharding."""
    subject: str
    """The kind of collectives, the axis or the value; empty for the whole program."""
    holds: bool
    """Whether the program keeps to it."""
    message: str
    """The limit and what was found."""
    limit: float | None
    """Of the budget; null for shardings."""
    found: float | None
    """In the program."""
    findings: tuple[Finding, ...]
    """Where the program exceeds it."""


@dataclass(frozen=True)
class CheckedBudget(Answer):
    """The output of shardform check --json."""

    version: int
    program: str
    """Which program it is about: as XLA would, predicted; as compiled by jaxlib 0.10.2 for CPUs; as it was
    given, ...
    """
    holds: bool
    """Whether the program keeps to all of the budget."""
    checks: tuple[Check, ...]
    facts: Facts
    """The program in numbers."""


@dataclass(frozen=True)
class Cause(Answer):
    """`MovedArrayCause` of the command's JSON."""

    kind: Literal['written', 'constraint', 'partial-results', 'conflict', 'borders', 'indivisible', 'device-order', 'single-device', 'unknown']
    """Unknown where no rule explains it."""
    text: str
    """For people."""


@dataclass(frozen=True)
class MovedArray(Answer):
    """`CompiledCollectiveMoved` of the command's JSON."""

    value: str | None
    """The value as the program's text calls it."""
    name: str | None
    """Its name in the user's program."""
    line: int | None
    """Of the program's text."""
    operation: str | None
    """That devices communicate for."""
    from_: str | None
    """The sharding before, such as [{x}, {}]."""
    to: str | None
    """The sharding after, where it is known."""
    bytes: float
    """That each device sends of it in one execution."""
    cause: Cause
    shardy_bytes: float | None
    """That each device sends in one execution with Shardy's own partitioner, for the same operation along
    the same axes.
    """


@dataclass(frozen=True)
class CompilerDecision(Answer):
    """`CompiledCollectiveDecision` of the command's JSON."""

    kind: Literal['combined', 'not-scattered', 'rematerialized', 'hoisted', 'left-in-loop', 'windowed', 'widened', 'recomputed']
    text: str
    """For people."""


@dataclass(frozen=True)
class CompiledCollective(Answer):
    """`CompiledAnswerCollective` of the command's JSON."""

    instruction: str
    """Its name in the HLO."""
    line: int
    """Of the HLO text; 0 for protobuf."""
    kind: str
    """all_reduce, ..."""
    axes: tuple[str, ...]
    """Of the mesh, along which devices communicate."""
    group_size: float
    """Of the devices that communicate with each other."""
    pattern: str | None
    """Of a permute, in which pattern devices send, such as ring of 8; null for other collectives."""
    type: str
    """Of its result on a device, as HLO writes it."""
    bytes: float
    """That each device sends in one execution, with the algorithm that sends the least in a ring."""
    bytes_meaning: Literal['exact', 'at-most', 'at-least']
    """at-most: the numbers of the program decide, and can be less; at-least: a call of an unknown target,
    which may send more.
    """
    executions: float
    """How often it is executed when the program runs once."""
    executions_meaning: Literal['exact', 'at-most', 'per-iteration']
    """at-most: if branches are taken that may not be; per-iteration: one iteration is counted of a loop of
    unknown length.
    """
    place: str | None
    """File:line in the user's program."""
    operation: str | None
    """The name of the operation that it was made for, with scopes."""
    moved: tuple[MovedArray, ...]
    """The arrays that it moves: several where XLA combined collectives."""
    decisions: tuple[CompilerDecision, ...]
    """Of XLA's compiler, which add to the cause."""


@dataclass(frozen=True)
class Remedy(Answer):
    """`RemediesChange` of the command's JSON."""

    edits: tuple[RemedyEdit, ...]
    """That belong together."""
    bytes: float
    """That each device sends with it, in the program that XLA compiles."""
    held_bytes: float
    """Of the changed values that each device holds with it."""
    held_bytes_now: float
    """That it holds of them now."""


@dataclass(frozen=True)
class Remedies(Answer):
    """`CompiledAnswerRemedies` of the command's JSON."""

    compiled: int
    """How many changes were compiled."""
    bytes_now: float
    """That each device sends as the program is, compiled in the same way."""
    changes: tuple[Remedy, ...]
    """Those with which it sends less, the best first."""


@dataclass(frozen=True)
class CompiledAnswer(Answer):
    """`CompiledAnswer` of the command's JSON."""

    version: int
    program: str
    """The name of the compiled module."""
    compiler: str
    """Which compiler made it: jaxlib and its version, or the file that has it."""
    devices: float
    """Of the program."""
    executed_by: Literal['compiled', 'accelerators']
    """Accelerators where collectives that were compiled for CPUs are those that GPUs and TPUs execute in
    their place.
    """
    collectives: tuple[CompiledCollective, ...]
    totals: CollectiveTotals
    facts: Facts
    """The program in numbers."""
    causes: Mapping[str, int]
    """How many moved arrays have each kind of cause."""
    remedies: Remedies | None
    """Null without --remedies."""


@dataclass(frozen=True)
class SecondsSpread(Answer):
    """`ProfiledStepsSeconds` of the command's JSON."""

    median: float
    low: float
    """A quarter is below."""
    high: float
    """A quarter is above."""
    count: int
    """Of the measured numbers."""


@dataclass(frozen=True)
class ProfiledSteps(Answer):
    """`ProfileAnswerSteps` of the command's JSON."""

    count: int
    """Without those that are left out."""
    found_by: Literal['markers', 'runs']
    warm_up: int
    """Steps at the beginning that are left out because they took longer."""
    incomplete: int
    """Steps that are left out because the profile has a part of them."""
    seconds: SecondsSpread
    device_seconds: SecondsSpread
    """Of a device, from its first event to its last one."""


@dataclass(frozen=True)
class ProfileAnswerJoined(Answer):
    """`ProfileAnswerJoined` of the command's JSON."""

    operations: float
    """The part of the time of devices that is joined to operations of the compiled program."""
    lines: float
    """The part of the time of devices that is joined to lines."""


@dataclass(frozen=True)
class ProfileAnswerPredicted(Answer):
    """`ProfileAnswerPredicted` of the command's JSON."""

    machine: str
    seconds: float
    """Of a step."""
    unmeasured_seconds: float
    """Of these, of operations that the profile has no events of."""


@dataclass(frozen=True)
class ProfileAnswerUse(Answer):
    """`ProfileAnswerUse` of the command's JSON."""

    flops_per_second: float
    """Of products, of a device."""
    of_peak: float
    """The fraction of peak rates."""


@dataclass(frozen=True)
class ProfiledRow(Answer):
    """`ProfileAnswerLine` of the command's JSON."""

    name: str | None
    """File:line, a value, or an instruction; null for operations that have none."""
    operation: str
    """That it is in the user's program, or an opcode of HLO."""
    instructions: tuple[str, ...]
    """Of the compiled program, the one with the most time first."""
    meaning: Literal['own', 'inside', 'neighbour'] | None
    """How the line is known: the instruction has it, an operation inside of it, or its operand or user."""
    seconds: SecondsSpread
    total_seconds: float
    """Of all steps and devices together."""
    share: float
    """Of the time of all operations."""
    predicted_seconds: float | None
    """Of a step on a device; null without a machine."""
    ratio: float | None
    """The measured median by the predicted time."""
    bound: Literal['compute', 'memory', 'network', 'launch'] | None


@dataclass(frozen=True)
class ProfiledOperation(Answer):
    """`ProfileAnswerOperation` of the command's JSON."""

    name: str | None
    """File:line, a value, or an instruction; null for operations that have none."""
    operation: str
    """That it is in the user's program, or an opcode of HLO."""
    instructions: tuple[str, ...]
    """Of the compiled program, the one with the most time first."""
    meaning: Literal['own', 'inside', 'neighbour'] | None
    """How the line is known: the instruction has it, an operation inside of it, or its operand or user."""
    seconds: SecondsSpread
    total_seconds: float
    """Of all steps and devices together."""
    share: float
    """Of the time of all operations."""
    predicted_seconds: float | None
    """Of a step on a device; null without a machine."""
    ratio: float | None
    """The measured median by the predicted time."""
    bound: Literal['compute', 'memory', 'network', 'launch'] | None
    start_seconds: float
    """From the beginning of a device's run until its first event begins, in the median."""
    end_seconds: float
    """Until its last event ends."""
    axis: str | None
    """Along which it communicates, or the size of groups; null for what computes."""


@dataclass(frozen=True)
class UnjoinedTime(Answer):
    """`ProfileAnswerUnjoined` of the command's JSON."""

    name: str
    """Of an event or an instruction."""
    total_seconds: float
    share: float
    """Of the time of devices."""
    reason: str


@dataclass(frozen=True)
class ProfiledAxis(Answer):
    """`ProfileAnswerCommunication` of the command's JSON."""

    axis: str
    """Of the mesh, or the size of groups."""
    collectives: int
    exposed_seconds: float
    """Of a step on a device, in the mean, while it computes nothing."""
    hidden_seconds: float
    """While it computes."""
    waiting_seconds: float
    """Of the exposed ones: longer than on the device of a group that comes last."""
    predicted_exposed_seconds: float | None
    """Null without a machine."""


@dataclass(frozen=True)
class ProfileAnswerCollective(Answer):
    """`ProfileAnswerCollective` of the command's JSON."""

    instruction: str
    """Of the compiled program: the collective, or what starts it."""
    kind: str
    axis: str
    """Of the mesh, or the size of groups."""
    exposed_seconds: float
    """Of a step on a device, in the mean, while it computes nothing."""
    hidden_seconds: float
    """While it computes."""
    waiting_seconds: float
    """Of the exposed ones: longer than on the device of a group that comes last."""
    predicted_exposed_seconds: float | None
    """Null without a machine."""
    ratio: float | None
    """The measured exposed time by the predicted one."""


@dataclass(frozen=True)
class IdleTime(Answer):
    """`ProfileAnswerIdle` of the command's JSON."""

    cause: Literal['straggler', 'host', 'launch or host']
    reason: str
    seconds: float
    """Of a step."""
    share: float
    """Of a step."""


@dataclass(frozen=True)
class Straggler(Answer):
    """`ProfileAnswerStraggler` of the command's JSON."""

    device: str
    times: float
    """How many times as long as the median device it computes."""
    computing_seconds: float
    """Of a step."""


@dataclass(frozen=True)
class MemoryMoment(Answer):
    """`ProfiledMemoryMoment` of the command's JSON."""

    seconds: float
    """From the beginning of the first step."""
    bytes: float
    """In use."""


@dataclass(frozen=True)
class ProfiledMemory(Answer):
    """`ProfileAnswerMemory` of the command's JSON."""

    allocator: str
    """Its name, or the number of its device."""
    peak_bytes: float
    """The most in use while the profile was recorded."""
    peak_step: str | None
    """In which that is reached first; null between steps, and before and after them."""
    peak_seconds: float
    """From the beginning of the first step; negative before it."""
    lifetime_peak_bytes: float | None
    """Since the process has begun; null where the allocator does not say."""
    capacity_bytes: float | None
    """In use and available together; null where the allocator does not say."""
    events: int
    """Allocations and releases."""
    moments: tuple[MemoryMoment, ...]


@dataclass(frozen=True)
class ProfileAnswerOtherProgram(Answer):
    """`ProfileAnswerOtherProgram` of the command's JSON."""

    name: str
    share: float
    """Of the time of all programs."""


@dataclass(frozen=True)
class ProfileAnswer(Answer):
    """`ProfileAnswer` of the command's JSON."""

    version: int
    files: tuple[str, ...]
    run: str | None
    """Which run of a folder with several it is."""
    compiled_by: str
    """Where the compiled program is from."""
    program: str
    """The name of the compiled module."""
    hosts: tuple[str, ...]
    devices: int
    """That have run it."""
    steps: ProfiledSteps
    device_seconds: float
    """Of all operations in all steps, on all devices."""
    joined: ProfileAnswerJoined
    predicted: ProfileAnswerPredicted | None
    """Null without a machine."""
    use: ProfileAnswerUse | None
    """Null without a machine, or for a program without products."""
    lines: tuple[ProfiledRow, ...]
    values: tuple[ProfiledRow, ...] | None
    """Null without the program that was compiled."""
    operations: tuple[ProfiledOperation, ...]
    unjoined: tuple[UnjoinedTime, ...]
    communication: tuple[ProfiledAxis, ...]
    collectives: tuple[ProfileAnswerCollective, ...]
    """The longest exposed one first."""
    idle: tuple[IdleTime, ...]
    stragglers: tuple[Straggler, ...]
    memory: tuple[ProfiledMemory, ...]
    """Over time, the fullest first; none where the profile has no events of allocators."""
    other_programs: tuple[ProfileAnswerOtherProgram, ...]
    problems: tuple[str, ...]
    """Why there is no prediction, or what it does not contain."""


@dataclass(frozen=True)
class BundleAnswerManifestArgument(Answer):
    """`BundleAnswerManifestArgument` of the command's JSON."""

    name: str
    """In the user's program, or argument 0."""
    dtype: str
    """As NumPy and ml_dtypes call it."""
    shape: tuple[int, ...]
    """Of the whole array."""
    local_shape: tuple[int, ...]
    """Of a shard; the last one of an uneven split extends beyond the array, with zeros."""
    offsets: tuple[tuple[int, ...], ...]
    """Where each different shard begins."""
    shard_of_device: tuple[int, ...]
    """Which of them each device holds."""


@dataclass(frozen=True)
class BundleAnswerManifest(Answer):
    """`BundleAnswerManifest` of the command's JSON."""

    version: int
    program: str
    """The file with the program of each device, a portable artifact of StableHLO."""
    devices: int
    """That it is for: device i is device i of jax.devices()."""
    arguments: tuple[BundleAnswerManifestArgument, ...]
    results: tuple[BundleAnswerManifestArgument, ...]
    has_inputs: bool
    """Whether there are files inputs/argI.S.npy with shard S of argument I."""
    has_expected: bool
    """Whether there are files expected/resI.S.npy with what simulated devices compute."""


@dataclass(frozen=True)
class BundleAnswer(Answer):
    """The output of shardform bundle --json."""

    version: int
    folder: str
    """That was written."""
    files: int
    """In it."""
    manifest: BundleAnswerManifest
