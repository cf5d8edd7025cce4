// What the replayer's interface names of the app's half.
@_exported public import struct RexActions.ActionRegistry
