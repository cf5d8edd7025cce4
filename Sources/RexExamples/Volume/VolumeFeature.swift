public import RexStore

/// How loud a device plays.
public struct Volume: Codable, Sendable, Equatable {
  /// From 0 to 100.
  public var level = 30
  /// Whether nothing is heard, whatever the level.
  public var isMuted = false
}

/// What a person does with the volume.
public enum VolumeAction: Codable, Sendable, Equatable {
  /// The key with the plus.
  case louder
  /// The key with the minus.
  case quieter
  /// The key with the crossed-out speaker.
  case toggleMute
}

/// How the volume changes: by steps of 5, and unmuted where it gets louder.
public let volumeReducer = Reducer<VolumeAction, Volume> { action, volume in
  switch action {
  case .louder:
    volume.level = min(100, volume.level + 5)
    volume.isMuted = false
  case .quieter: volume.level = max(0, volume.level - 5)
  case .toggleMute: volume.isMuted.toggle()
  }
}
