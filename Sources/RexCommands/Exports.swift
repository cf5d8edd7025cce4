// What an app's own tool uses, so that `import RexCommands` is enough.
@_exported public import struct RexActions.ActionRegistry
@_exported public import struct RexActions.Inputs
@_exported public import struct RexActions.Registered
@_exported public import protocol RexActions.TypeRegistry
@_exported public import enum RexJSON.JSON
@_exported public import struct RexReplayer.Migration
@_exported public import struct RexReplayer.ReplayableApp
