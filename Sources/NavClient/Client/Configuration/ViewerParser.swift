import NavBase
import NavSystem
import NavViewer

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
