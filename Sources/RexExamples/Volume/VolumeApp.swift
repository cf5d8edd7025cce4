public import RexStore

/// The state of an app with five features.
public struct VolumeAppState: Codable, Sendable, Equatable {
  /// The volume feature.
  public var volume = Volume()
  /// The counter feature: how often the volume reached its maximum.
  public var counter = 0
  /// The weather feature, which contains the location feature.
  public var weather = Weather()
  /// Whether the user starred the app's repository; nil before this is loaded.
  public var isStarred: Bool?

  /// Creates the app's initial state.
  public init() {}
}

/// An action of one of the features.
public enum VolumeAppAction: Codable, Sendable, Equatable {
  /// An action of the volume.
  case volume(VolumeAction)
  /// An action of the counter.
  case counter(CounterAction)
  /// An action of the weather.
  case weather(WeatherAction)
  /// An action of the app's repository.
  case repository(RepositoryAction)
}

extension VolumeAppAction {
  /// The volume's action, if it is one.
  public var volume: VolumeAction? { if case .volume(let action) = self { action } else { nil } }
  /// The counter's action, if it is one.
  public var counter: CounterAction? { if case .counter(let action) = self { action } else { nil } }
  /// The weather's action, if it is one.
  public var weather: WeatherAction? { if case .weather(let action) = self { action } else { nil } }
  /// The repository's action, if it is one.
  public var repository: RepositoryAction? {
    if case .repository(let action) = self { action } else { nil }
  }
}

/// An action of the app's repository.
public enum RepositoryAction: Codable, Sendable, Equatable {
  /// The flag was loaded.
  case loaded(isStarred: Bool)
  /// The user starred the repository, or removed the star.
  case toggleStar
}

/// The features' reducers, lifted and composed.
public let volumeAppReducer = Reducer<VolumeAppAction, VolumeAppState>.compose {
  volumeReducer.lift(action: \.volume, state: \.volume)
  Reducer.counter.lift(
    actionGetter: { $0.counter }, stateGetter: { $0.counter }, stateSetter: { $0.counter = $1 })
  weatherReducer.lift(action: \.weather, state: \.weather)
  // A feature in a feature: its action is behind two cases, and its state behind two properties.
  Reducer.location.lift(action: \.weather?.location, state: \.weather.location)
  Reducer<RepositoryAction, Bool?> { action, isStarred in
    switch action {
    case .loaded(let flag): isStarred = flag
    case .toggleStar: isStarred?.toggle()
    }
  }
  .lift(action: \.repository, state: \.isStarred)
}

/// The app with a simulated user.
struct VolumeSession {
  private let store: Store<VolumeAppAction, VolumeAppState>
  private let plan: SessionPlan
  private let limit: SessionLimit

  init(_ plan: SessionPlan, recording: Middleware<VolumeAppAction, VolumeAppState>) {
    self.plan = plan
    limit = SessionLimit(plan)
    store = Store(
      initialState: VolumeAppState(), reducer: volumeAppReducer,
      middlewares: [
        limit.middleware(), recording, VolumeSession.maximumCounter,
        WeatherForecasts(random: SeededRandom(seed: plan.seed &+ 1), time: plan.time).lift(
          action: \.weather, embed: VolumeAppAction.weather, state: \.weather),
      ])
  }

  func run() {
    let person = SeededRandom(seed: plan.seed)
    while !limit.isReached {
      plan.time.advance(byMs: person.number(in: 20...400))
      store.dispatch(action(of: person), info: "key \(person.number(in: 1...9))")
    }
  }

  private func action(of person: SeededRandom) -> VolumeAppAction {
    switch person.number(in: 0...14) {
    case 0...4: .volume(.louder)
    case 5, 6: .volume(.quieter)
    case 7: .volume(.toggleMute)
    case 8: .counter(.halve)
    case 9: .weather(.moved(to: person.pick([nil, "Zürich", "Αθήνα", "東京", "São Paulo"])))
    case 12: .weather(.location(person.isOne(in: 4) ? .lost : .found(location(of: person))))
    case 13: .repository(.loaded(isStarred: person.isOne(in: 3)))
    case 14: .repository(.toggleStar)
    default: .weather(.refresh(locale: person.pick(["de_CH", "ja_JP", "pt_BR"])))
    }
  }

  private func location(of person: SeededRandom) -> Location {
    Location(
      latitude: Double(person.number(in: -90_000...90_000)) / 1_000,
      longitude: Double(person.number(in: -180_000...180_000)) / 1_000)
  }

  /// Counts how often the volume reaches its maximum: one feature's effect is another's action.
  private static let maximumCounter = Middleware<VolumeAppAction, VolumeAppState>(
    effects: { action, source, getState in
      let before = getState().volume.level
      return Effect { dispatch in
        let after = getState().volume.level
        if before < 100, after == 100 { dispatch(.counter(.increase(by: 16)), from: source) }
      }
    })
}

extension ExampleApp {
  /// Five features in one app.
  public static let volume = ExampleApp(
    name: "volume", appName: "Volume",
    summary: "volume, a counter, the weather, a location, a flag: features lifted into one app",
    reducer: volumeAppReducer
  ) { plan, recording in
    VolumeSession(plan, recording: recording).run()
  }
}
