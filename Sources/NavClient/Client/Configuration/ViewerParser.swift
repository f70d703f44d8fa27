import NavBase
import NavSystem
package import NavViewer

/// Parses the table `[viewer]` of a configuration file.
///
/// A viewer starts whatever the file contains, so faults are collected and valid values are used.
struct ViewerParser {
  let layer: ViewerLayer
  let faults: [ConfigurationFault]

  /// - Parameter bytes: the file.
  /// - Throws: if it is not TOML.
  init(_ bytes: [UInt8]) throws(ConfigurationFaults) {
    let document = try ConfigurationDocument(bytes)
    let reading = ConfigurationReading(document, into: ViewerLayer(), read: Self.read)
    faults = reading.faults
    var layer = reading.layer
    layer.lines = reading.lines
    self.layer = layer
  }

  /// Sets a key; returns what it takes if the value is invalid.
  private static func read(
    _ key: ViewerKey,
    _ value: ConfigurationValue,
    into layer: inout ViewerLayer
  ) -> String? {
    let isFlag = "true or false: write one"
    switch key {
    case .color: return choose(value, &layer.color)
    case .theme:
      layer.theme = value.text.flatMap { ThemeLibrary.isName($0) ? $0 : nil }
      return layer.theme == nil ? ThemeLibrary.nameForm : nil
    case .mouse: return value.set(&layer.mouse) ? nil : isFlag
    case .fps:
      layer.fps = value.number.flatMap { FramePacer.rates.contains($0) ? $0 : nil }
      return layer.fps == nil ? "a whole number from 1 to 240: write one" : nil
    case .reducedMotion: return value.set(&layer.reducedMotion) ? nil : isFlag
    case .pictures: return choose(value, &layer.pictures)
    case .plain: return value.set(&layer.plain) ? nil : isFlag
    case .fit: return choose(value, &layer.fit)
    case .bare: return value.set(&layer.bare) ? nil : isFlag
    case .name:
      // An empty name stands for the user's.
      layer.name = value.text.flatMap { $0.isEmpty ? $0 : ViewerName($0)?.description }
      return layer.name == nil ? "what others call you: write it in quotation marks" : nil
    }
  }

  /// Sets one of a few words; returns all of them, with the nearest one, for anything else.
  private static func choose<Choice: RawRepresentable & CaseIterable>(
    _ value: ConfigurationValue,
    _ choice: inout Choice?
  ) -> String? where Choice.RawValue == String {
    // Many people write 256 and 16 as numbers.
    let text = value.text ?? value.number.map { "\($0)" }
    choice = text.flatMap { Choice(rawValue: $0) }
    guard choice == nil else { return nil }
    let near = text.flatMap { Spelling.nearest(to: $0, in: Choice.allCases.map(\.rawValue)) }
    return "\(Choice.wordList): " + (near.map { "did you mean \"\($0)\"?" } ?? "write one of them")
  }
}

/// The settings of a viewer, by their names in the file's table `[viewer]`.
package enum ViewerKey: String, ConfigurationName, Sendable {
  case color
  case theme
  case mouse
  case fps
  case reducedMotion = "reduced_motion"
  case pictures
  case plain
  case fit
  case bare
  case name

  /// The help text for the file's comments and the manual.
  package var help: String {
    switch self {
    case .color: "Colours: auto (what the terminal has), always, never, 256 or 16."
    case .theme:
      "auto (the session's or deck's, else by the background), or one that `navclient themes` lists."
    case .mouse: "Whether navclient gets the mouse; hold Shift to select text then."
    case .fps: "Frames a second while something moves, from 1 to 240."
    case .reducedMotion: "Whether motions are shown as their ends, at once."
    case .pictures:
      "Pictures: auto (sharp where the terminal can), blocks, or by force kitty, iterm2 or sixel."
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
    case .pictures: "\"\(options.pictures.rawValue)\""
    case .plain: "\(options.plain)"
    case .fit: "\"\(options.fit.rawValue)\""
    case .bare: "\(options.bare)"
    case .name: TOMLText.quoted(options.name?.description ?? "")
    }
  }
}

extension ViewerKey {
  package var tableName: String { ConfigurationSchema.viewer }
  package var name: String { rawValue }
}

/// The values from one source: the file, the environment or the command line.
package struct ViewerLayer: Hashable, Sendable {
  package var color: ColorChoice?
  package var theme: String?
  package var mouse: Bool?
  package var fps: Int?
  package var reducedMotion: Bool?
  package var pictures: PictureChoice?
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
    case .pictures: pictures != nil
    case .plain: plain != nil
    case .fit: fit != nil
    case .bare: bare != nil
    case .name: name != nil
    }
  }
}
