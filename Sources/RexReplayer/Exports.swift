// Types of other modules that the replayer's interface uses.
@_exported public import struct RexActions.ActionRegistry
@_exported public import struct RexActions.Inputs
@_exported public import struct RexActions.Registered
@_exported public import protocol RexActions.TypeRegistry
// How states that are not `Codable` are seen.
@_exported public import struct RexDiff.ReflectionShape
@_exported public import enum RexDiff.StateReflection
// Literals in a migration's operations need this type.
@_exported public import enum RexJSON.JSON
// What is replayed and verified, so that a test needs only `import RexReplayer`.
@_exported public import struct RexLog.Log
// What these throw.
@_exported public import struct RexLog.LogError
// What a test checks in recorded logs.
@_exported public import struct RexQuery.LogRules
// Which differences a check ignores.
@_exported public import struct RexQuestions.ComparisonRules
@_exported public import typealias RexTimeline.ReplayError
