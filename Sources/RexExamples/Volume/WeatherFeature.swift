public import Foundation
public import RexStore

/// The weather at the device's location.
public struct Weather: Codable, Sendable, Equatable {
  /// The name of the device's location; nil if unknown.
  public var place: String?
  /// The last forecast.
  public var report: Report?
  /// Whether a forecast is being loaded.
  public var isLoading = false
  /// The device's exact location; nil if unknown.
  public var location: Location?

  /// A forecast.
  public struct Report: Codable, Sendable, Equatable {
    /// The sky in words and symbols, in the language of the locale.
    public var sky: String
    /// The temperature in degrees Celsius.
    public var degrees: Double
    /// The time of the forecast.
    public var madeAt: Date
    /// The locale of its language, such as `de_CH`.
    public var locale: String
  }
}

/// An action of the weather, with dates and locales as values so that the reducer stays pure.
public enum WeatherAction: Codable, Sendable, Equatable {
  /// The device moved; nil if its location is unknown.
  case moved(to: String?)
  /// Requests a forecast in the language of a locale.
  case refresh(locale: String)
  /// A forecast arrived.
  case reported(Weather.Report)
  /// An action of the device's exact location.
  case location(LocationAction)

  /// The location's action, if it is one.
  public var location: LocationAction? {
    if case .location(let action) = self { action } else { nil }
  }
}

/// The reducer of the weather; it ignores a forecast while the location is unknown.
public let weatherReducer = Reducer<WeatherAction, Weather> { action, weather in
  switch action {
  case .moved(let place):
    if place != weather.place { weather.report = nil }
    weather.place = place
  case .refresh:
    weather.isLoading = weather.place != nil
  case .reported(let report):
    weather.isLoading = false
    if weather.place != nil { weather.report = report }
  case .location: break  // for the location's own reducer
  }
}

/// Requests a forecast when the reducer starts to wait for one.
struct WeatherForecasts: EffectMiddleware {
  let random: SeededRandom
  let time: VirtualTime

  func handle(
    action: WeatherAction, from source: ActionSource, state: @escaping @Sendable () -> Weather
  ) -> Effect<WeatherAction> {
    guard case .refresh(let locale) = action else { return .none }
    return Effect { dispatch in
      guard let place = state().place else { return }
      time.schedule(afterMs: random.number(in: 100...900)) {
        let report = Weather.Report(
          sky: random.pick(["☀️", "🌧️ 大雨", "❄️ Schnee", "⛅️ nuageux"]),
          degrees: Double(random.number(in: -200...380)) / 10,
          madeAt: time.date, locale: "\(locale)@\(place.utf8.count)")
        dispatch(.reported(report))
      }
    }
  }
}
