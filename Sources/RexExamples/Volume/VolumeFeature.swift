public import RexStore

/// The volume of a device.
public struct Volume: Codable, Sendable, Equatable {
  /// The level, from 0 to 100.
  public var level = 30
  /// Whether the device is muted.
  public var isMuted = false
}

/// A press of a volume key.
public enum VolumeAction: Codable, Sendable, Equatable {
  /// Volume up.
  case louder
  /// Volume down.
  case quieter
  /// Mute or unmute.
  case toggleMute
}

/// The reducer of the volume, in steps of 5; turning it up unmutes.
public let volumeReducer = Reducer<VolumeAction, Volume> { action, volume in
  switch action {
  case .louder:
    volume.level = min(100, volume.level + 5)
    volume.isMuted = false
  case .quieter: volume.level = max(0, volume.level - 5)
  case .toggleMute: volume.isMuted.toggle()
  }
}
