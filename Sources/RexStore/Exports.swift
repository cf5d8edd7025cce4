// What the store's interface names.
@_exported public import struct RexActions.ActionSource
