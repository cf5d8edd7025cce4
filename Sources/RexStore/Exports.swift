// Re-exported because the store's public interface uses it.
@_exported public import struct RexActions.ActionSource
