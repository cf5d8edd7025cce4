// What the replayer's interface names of the app's half.
@_exported public import struct RexActions.ActionRegistry
@_exported public import struct RexActions.Registered
@_exported public import protocol RexActions.TypeRegistry
// The values in a migration's operations, whose literals need it.
@_exported public import enum RexJSON.JSON
// What is replayed and verified, so that a test takes `import RexReplayer` alone.
@_exported public import struct RexLog.Log
