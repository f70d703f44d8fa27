import NavBase

/// Reads the daemon's tables of a configuration file, as listed by `ConfigurationKey`.
package enum ConfigurationParser {
  /// Reads the daemon's settings.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - home: the user's home directory, which replaces `~`.
  /// - Returns: the settings.
  /// - Throws: all faults of the daemon's tables.
  package static func read(
    _ bytes: [UInt8],
    home: String?
  ) throws(ConfigurationFaults) -> ConfigurationLayer {
    let reading = reading(of: try ConfigurationDocument(bytes), home: home)
    guard reading.faults.isEmpty else { throw ConfigurationFaults(reading.faults) }
    var layer = reading.layer
    layer.lines = reading.lines
    return layer
  }

  /// Returns the faults in the daemon's tables, unknown tables included.
  ///
  /// - Parameters:
  ///   - document: the parsed file.
  ///   - others: the tables of other programs, so that a key in the wrong table can be explained.
  /// - Returns: the faults; with any of them the daemon does not start.
  package static func faults(
    in document: ConfigurationDocument,
    beside others: [ConfigurationSchema.Table]
  ) -> [ConfigurationFault] {
    // Any home directory is good enough to check whether a path is absolute.
    reading(of: document, home: "/", beside: others).faults
  }

  private static func reading(
    of document: ConfigurationDocument,
    home: String?,
    beside others: [ConfigurationSchema.Table] = []
  ) -> ConfigurationReading<ConfigurationKey, ConfigurationLayer> {
    ConfigurationReading(document, beside: others, into: ConfigurationLayer()) {
      key,
      value,
      layer in
      read(key, value, home: home, into: &layer)
    }
  }

  /// Sets a key; returns what it takes if the value is invalid.
  private static func read(
    _ key: ConfigurationKey,
    _ value: ConfigurationValue,
    home: String?,
    into layer: inout ConfigurationLayer
  ) -> String? {
    let isFlag = "true or false: write one of them"
    switch key {
    case .stateDirectory:
      guard let directory = value.text.flatMap({ directory($0, home: home) }) else {
        return "the absolute path of a directory: write one like \"/var/lib/navd\" or \"~/navd\""
      }
      layer.stateDirectory = directory
    case .durability: return choose(value, &layer.durability)
    case .limit(let limit):
      guard let number = value.number, limit.range.contains(number) else {
        let (least, most) = (limit.range.lowerBound, limit.range.upperBound)
        return "a whole number from \(least) to \(most): write one"
      }
      layer.limits[limit] = number
    case .commands: return value.set(&layer.commands) ? nil : isFlag
    case .diagrams: return value.set(&layer.diagrams) ? nil : isFlag
    case .icons: return value.set(&layer.icons) ? nil : isFlag
    case .questions: return value.set(&layer.control.questions) ? nil : isFlag
    case .metricsInsecure: return value.set(&layer.metrics.isInsecure) ? nil : isFlag
    case .controlPolicy:
      guard let policy = value.text.flatMap({ ControlPolicy(word: $0) }) else {
        return "\"open\", \"request\" or \"locked\": write one of them"
      }
      layer.control.policy = policy
    case .idleRelease:
      guard let duration = value.text.flatMap({ DurationText.duration($0) }) else {
        let most = DurationText.text(DurationText.longest)
        return "a time up to \(most): write one like \"90s\" or \"10m\", or \"0s\" for never"
      }
      layer.control.idleRelease = duration
    case .pointers: return choose(value, &layer.control.pointers)
    case .recording: return choose(value, &layer.control.recording)
    case .logFormat: return choose(value, &layer.log.format)
    case .logLevel: return choose(value, &layer.log.level)
    case .metricsListen:
      // Without a text, metrics are not served.
      let address = value.text.flatMap { MetricsAddress($0) }
      guard address != nil || value.text == "" else {
        return "\(MetricsAddress.form): write one, or \"\" for none"
      }
      layer.metrics.listen = .some(address)
    }
    return nil
  }

  /// Sets one of a few words; returns all of them for anything else.
  private static func choose<Choice: RawRepresentable & CaseIterable>(
    _ value: ConfigurationValue,
    _ choice: inout Choice?
  ) -> String? where Choice.RawValue == String {
    guard let chosen = value.text.flatMap({ Choice(rawValue: $0) }) else {
      return "\(Choice.wordList): write one of them"
    }
    choice = chosen
    return nil
  }

  private static func directory(_ text: String, home: String?) -> String? {
    if text.hasPrefix("/") { return text }
    guard let home, text == "~" || text.hasPrefix("~/") else { return nil }
    return home + text.dropFirst()
  }
}

/// Durations in a configuration file, as people write them: `90s`, `10m`, `2h`.
package enum DurationText {
  /// The longest valid duration.
  package static let longest = Duration.seconds(86_400)

  /// In seconds, the largest first.
  private static let units: [(name: String, seconds: Int64)] = [("h", 3600), ("m", 60), ("s", 1)]

  /// Parses whole seconds, minutes or hours, from 0 to `longest`; nil for anything else.
  package static func duration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard let scale = units.first(where: { $0.name == unit })?.seconds, let count = Int64(digits),
      count <= longest.components.seconds / scale
    else { return nil }
    return .seconds(scale * count)
  }

  /// Returns a duration of whole seconds in a form that `duration(_:)` parses, in the largest unit that divides it.
  package static func text(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    let unit = units.first { seconds >= $0.seconds && seconds % $0.seconds == 0 }
    return unit.map { "\(seconds / $0.seconds)\($0.name)" } ?? "0s"
  }
}
