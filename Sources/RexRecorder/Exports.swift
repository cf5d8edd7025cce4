// The types in the recorder's interface, so that an app only needs `import RexRecorder`. They are
// exported one by one, rather than as modules, to avoid conflicts with an app's own types, such as
// `Log`.
@_exported public import struct RexActions.ActionRegistry
@_exported public import struct RexActions.Inputs
@_exported public import struct RexActions.Registered
@_exported public import protocol RexActions.TypeRegistry
@_exported public import struct RexDiff.ReflectionShape
@_exported public import enum RexDiff.StateReflection
@_exported public import struct RexFormat.LogError
@_exported public import protocol RexFormat.LogSink
@_exported public import struct RexRedaction.KeyNames
@_exported public import struct RexRedaction.PathPattern
@_exported public import struct RexRedaction.RedactionRules
@_exported public import enum RexRedaction.SecretShape
@_exported public import struct RexRedaction.SecretShapes
