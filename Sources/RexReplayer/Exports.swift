// What the replayer's interface names of the app's half.
@_exported public import struct RexActions.ActionRegistry
// The values in a migration's operations, whose literals need it.
@_exported public import enum RexJSON.JSON
