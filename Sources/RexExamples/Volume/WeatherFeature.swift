public import Foundation
public import RexStore

/// The weather where the device is.
public struct Weather: Codable, Sendable, Equatable {
  /// Where the device is, as far as known.
  public var place: String?
  /// What the forecast says.
  public var report: Report?
  /// Whether a forecast is awaited.
  public var isLoading = false

  /// A forecast.
  public struct Report: Codable, Sendable, Equatable {
    /// The sky in words and signs, in the language of the locale.
    public var sky: String
    /// Degrees Celsius.
    public var degrees: Double
    /// When it was made.
    public var madeAt: Date
    /// The locale whose language it speaks, such as `de_CH`.
    public var locale: String
  }
}

/// What happens to the weather; dates and locales arrive inside, the reducer asks no clock.
public enum WeatherAction: Codable, Sendable, Equatable {
  /// The device has moved; nil when it does not know where it is.
  case moved(to: String?)
  /// A forecast is wanted in the language of a locale.
  case refresh(locale: String)
  /// A forecast has come.
  case reported(Weather.Report)
}

/// How the weather changes; a forecast for a place that was left is void.
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
  }
}

/// Asks for a forecast after the reducer has begun to wait for one.
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
