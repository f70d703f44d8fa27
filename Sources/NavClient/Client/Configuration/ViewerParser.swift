import NavBase
import NavSystem
package import NavViewer

/// Parses the table `[viewer]` of a configuration file.
///
/// A viewer starts whatever the file contains, so faults are collected and valid values are used.
struct ViewerParser {
  private let document: ConfigurationDocument
  private(set) var layer = ViewerLayer()
  private(set) var faults: [ConfigurationFault] = []

  /// The table with its keys.
  static let table = ConfigurationSchema.Table(
    ConfigurationSchema.viewer,
    keys: ViewerKey.allCases.map(\.rawValue)
  )
  private static let schema = ConfigurationSchema([table])

  /// - Parameter bytes: the file.
  /// - Throws: if it is not TOML.
  init(_ bytes: [UInt8]) throws(ConfigurationFaults) {
    document = try ConfigurationDocument(bytes)
    for (name, value) in document.root where !Self.schema.isForeign(name) {
      guard name == ConfigurationSchema.viewer else {
        refuse([name], Self.schema.problem(ofTable: name), .strangeName)
        continue
      }
      guard let content = value.table else {
        refuse([name], "\(name) is a table: write [\(name)], and its keys on the lines below")
        continue
      }
      for (key, value) in content { read(key, value) }
    }
  }

  private mutating func read(_ name: String, _ value: ConfigurationValue) {
    let path = [ConfigurationSchema.viewer, name]
    guard let key = ViewerKey(rawValue: name) else {
      let problem = Self.schema.problem(ofKey: name, in: ConfigurationSchema.viewer)
      return refuse(path, problem, .strangeName)
    }
    switch key {
    case .color: layer.color = choice(key, value)
    case .theme:
      layer.theme = value.text.flatMap { ThemeLibrary.isName($0) ? $0 : nil }
      if layer.theme == nil { refuse(path, "\(key) takes \(ThemeLibrary.nameForm)") }
    case .mouse: layer.mouse = flag(key, value)
    case .fps:
      layer.fps = value.number.flatMap { FramePacer.rates.contains($0) ? $0 : nil }
      if layer.fps == nil { refuse(path, "\(key) takes a whole number from 1 to 240: write one") }
    case .reducedMotion: layer.reducedMotion = flag(key, value)
    case .plain: layer.plain = flag(key, value)
    case .fit: layer.fit = choice(key, value)
    case .bare: layer.bare = flag(key, value)
    case .name: readName(value, at: path)
    }
    if layer.has(key) { layer.lines[key] = document.line(of: path) }
  }

  /// Reads the viewer's name; an empty one stands for the user's.
  private mutating func readName(_ value: ConfigurationValue, at path: [String]) {
    layer.name = value.text.flatMap { $0.isEmpty ? $0 : ViewerName($0)?.description }
    if layer.name == nil {
      refuse(path, "\(ViewerKey.name) takes what others call you: write it in quotation marks")
    }
  }

  private mutating func flag(_ key: ViewerKey, _ value: ConfigurationValue) -> Bool? {
    if let flag = value.flag { return flag }
    refuse([ConfigurationSchema.viewer, key.rawValue], "\(key) takes true or false: write one")
    return nil
  }

  private mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: ViewerKey,
    _ value: ConfigurationValue
  ) -> Choice? where Choice.RawValue == String {
    // Many people write 256 and 16 as numbers.
    let text = value.text ?? value.number.map { "\($0)" }
    if let choice = text.flatMap({ Choice(rawValue: $0) }) { return choice }
    let all = Choice.allCases.map { "\"\($0.rawValue)\"" }
    let near = text.flatMap { Spelling.nearest(to: $0, in: Choice.allCases.map(\.rawValue)) }
    let advice = near.map { "did you mean \"\($0)\"?" } ?? "write one of them"
    let choices = all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
    refuse(
      [ConfigurationSchema.viewer, key.rawValue],
      "\(key) takes \(choices): \(advice)"
    )
    return nil
  }

  private mutating func refuse(
    _ path: [String],
    _ problem: String,
    _ weight: ConfigurationFault.Weight = .wrong
  ) {
    faults.append(document.fault(at: path, problem, weight: weight))
  }
}

/// The settings of a viewer, by their names in the file's table `[viewer]`.
package enum ViewerKey: String, CaseIterable, Hashable, Sendable {
  case color
  case theme
  case mouse
  case fps
  case reducedMotion = "reduced_motion"
  case plain
  case fit
  case bare
  case name

  /// The help text for the file's comments and the manual.
  package var help: String {
    switch self {
    case .color: "Colours: auto (what the terminal has), always, never, 256 or 16."
    case .theme:
      "auto (by the terminal's background), dark, light, or the name of a file in themes/."
    case .mouse: "Whether navclient gets the mouse; hold Shift to select text then."
    case .fps: "Frames a second while something moves, from 1 to 240."
    case .reducedMotion: "Whether motions are shown as their ends, at once."
    case .plain: "Whether to write lines of text instead of a screen, as for screen readers."
    case .fit:
      "relayout (a layout of the terminal's own size) or letterbox (another viewer's, in the middle)."
    case .bare: "Whether to show the pages alone, without status line and page dots; z switches."
    case .name: "What other viewers call you, up to 32 columns; empty for USER@HOST."
    }
  }

  /// Returns the value in the form of a file.
  func value(in options: ViewerOptions) -> String {
    switch self {
    case .color: "\"\(options.color.rawValue)\""
    case .theme: "\"\(options.theme)\""
    case .mouse: "\(options.mouse)"
    case .fps: "\(options.framesPerSecond)"
    case .reducedMotion: "\(options.reducedMotion)"
    case .plain: "\(options.plain)"
    case .fit: "\"\(options.fit.rawValue)\""
    case .bare: "\(options.bare)"
    case .name: TOMLText.quoted(options.name?.description ?? "")
    }
  }
}

extension ViewerKey: CustomStringConvertible {
  /// `viewer.theme`.
  package var description: String { "viewer.\(rawValue)" }
}

/// The values from one source: the file, the environment or the command line.
package struct ViewerLayer: Hashable, Sendable {
  package var color: ColorChoice?
  package var theme: String?
  package var mouse: Bool?
  package var fps: Int?
  package var reducedMotion: Bool?
  package var plain: Bool?
  package var fit: ViewerFit?
  package var bare: Bool?
  /// The text of a `ViewerName`, or an empty one for the default.
  package var name: String?
  /// The line of each key in the file, from 1.
  package var lines: [ViewerKey: Int] = [:]

  package init() {}

  /// Creates the environment's values: `NO_COLOR`, if it is not empty.
  package init(environment: [String: String]) {
    self.init()
    if !environment["NO_COLOR", default: ""].isEmpty { color = .never }
  }

  func has(_ key: ViewerKey) -> Bool {
    switch key {
    case .color: color != nil
    case .theme: theme != nil
    case .mouse: mouse != nil
    case .fps: fps != nil
    case .reducedMotion: reducedMotion != nil
    case .plain: plain != nil
    case .fit: fit != nil
    case .bare: bare != nil
    case .name: name != nil
    }
  }
}
