import NavBase

/// Reads the daemon's tables of a configuration file, as listed by `ConfigurationKey`.
///
/// Reports all faults together. Ignores the tables of viewers.
package struct ConfigurationParser {
  private let document: ConfigurationDocument
  /// The replacement for `~`.
  private let home: String?
  private var layer = ConfigurationLayer()
  private var faults: [ConfigurationFault] = []
  private let schema: ConfigurationSchema

  /// The daemon's own tables.
  private static let tables = ConfigurationKey.Table.allCases.map { table in
    ConfigurationSchema.Table(table.rawValue, keys: table.keys.map(\.name))
  }

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
    var parser = ConfigurationParser(document: try ConfigurationDocument(bytes), home: home)
    parser.readTables()
    guard parser.faults.isEmpty else { throw ConfigurationFaults(parser.faults) }
    return parser.layer
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
    var parser = ConfigurationParser(document: document, home: "/", others: others)
    parser.readTables()
    return parser.faults
  }

  private init(
    document: ConfigurationDocument,
    home: String?,
    others: [ConfigurationSchema.Table] = []
  ) {
    self.document = document
    self.home = home
    schema = ConfigurationSchema(Self.tables, beside: others)
  }

  // MARK: Tables and keys

  private mutating func readTables() {
    for (name, value) in document.root where !schema.isForeign(name) {
      guard let table = ConfigurationKey.Table(rawValue: name) else {
        refuse([name], schema.problem(ofTable: name), .strangeName)
        continue
      }
      guard let content = value.table else {
        refuse([name], "\(name) is a table: write [\(name)], and its keys on the lines below")
        continue
      }
      for (key, value) in content { read(key, of: table, value) }
    }
  }

  private mutating func read(
    _ name: String,
    of table: ConfigurationKey.Table,
    _ value: ConfigurationValue
  ) {
    let path = [table.rawValue, name]
    guard let key = table.keys.first(where: { $0.name == name }) else {
      let problem = schema.problem(ofKey: name, in: table.rawValue)
      return refuse(path, problem, .strangeName)
    }
    layer.lines[key] = document.line(of: path)
    switch key {
    case .stateDirectory:
      guard let directory = value.text.flatMap({ self.directory($0) }) else {
        return refuse(
          path,
          "\(key) takes the absolute path of a directory: write one like \"/var/lib/navd\" or \"~/navd\""
        )
      }
      layer.stateDirectory = directory
    case .durability:
      layer.durability = choice(of: key, value, path) ?? layer.durability
    case .limit(let limit):
      guard let number = value.number, limit.range.contains(number) else {
        let (least, most) = (limit.range.lowerBound, limit.range.upperBound)
        return refuse(path, "\(key) takes a whole number from \(least) to \(most): write one")
      }
      layer.limits[limit] = number
    case .commands, .questions, .metricsInsecure:
      guard let flag = value.flag else {
        return refuse(path, "\(key) takes true or false: write one of them")
      }
      set(key, to: flag)
    case .controlPolicy:
      guard let policy = value.text.flatMap({ ControlPolicy(word: $0) }) else {
        return refuse(path, "\(key) takes \"open\", \"request\" or \"locked\": write one of them")
      }
      layer.control.policy = policy
    case .idleRelease:
      guard let duration = value.text.flatMap({ DurationText.duration($0) }) else {
        let most = DurationText.text(DurationText.longest)
        return refuse(
          path,
          "\(key) takes a time up to \(most): write one like \"90s\" or \"10m\", or \"0s\" for never"
        )
      }
      layer.control.idleRelease = duration
    case .pointers:
      guard let rule = value.text.flatMap({ PointerRule(rawValue: $0) }) else {
        return refuse(path, "\(key) takes \"driver\", \"all\" or \"none\": write one of them")
      }
      layer.control.pointers = rule
    case .logFormat: layer.log.format = choice(of: key, value, path) ?? layer.log.format
    case .logLevel: layer.log.level = choice(of: key, value, path) ?? layer.log.level
    case .metricsListen:
      // Without a text, metrics are not served.
      let address = value.text.flatMap { MetricsAddress($0) }
      guard address != nil || value.text == "" else {
        return refuse(path, "\(key) takes \(MetricsAddress.form): write one, or \"\" for none")
      }
      layer.metrics.listen = .some(address)
    }
  }

  private mutating func set(_ key: ConfigurationKey, to flag: Bool) {
    switch key {
    case .commands: layer.commands = flag
    case .questions: layer.control.questions = flag
    case .metricsInsecure: layer.metrics.isInsecure = flag
    case .stateDirectory, .durability, .limit, .controlPolicy, .idleRelease, .pointers,
      .metricsListen, .logFormat, .logLevel:
      preconditionFailure("cannot set \(key) to true or false")
    }
  }

  /// Returns one of a few words; nil for anything else, which is a fault.
  private mutating func choice<Choice: RawRepresentable & CaseIterable>(
    of key: ConfigurationKey,
    _ value: ConfigurationValue,
    _ path: [String]
  ) -> Choice? where Choice.RawValue == String {
    if let choice = value.text.flatMap({ Choice(rawValue: $0) }) { return choice }
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }
    let choices = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    refuse(path, "\(key) takes \(choices): write one of them")
    return nil
  }

  private func directory(_ text: String) -> String? {
    if text.hasPrefix("/") { return text }
    guard let home, text == "~" || text.hasPrefix("~/") else { return nil }
    return home + text.dropFirst()
  }

  private mutating func refuse(
    _ path: [String],
    _ problem: String,
    _ weight: ConfigurationFault.Weight = .wrong
  ) {
    faults.append(document.fault(at: path, problem, weight: weight))
  }
}
