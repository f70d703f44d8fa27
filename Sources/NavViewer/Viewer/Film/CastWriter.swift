package import NavBase
package import NavWire

/// A film as an asciicast of version 2, which asciinema, agg and termtosvg read: one event for each moment, and one for each
/// mark.
///
/// The bytes are those that a viewer writes to a terminal with 24-bit colours which supports nothing else.
package struct CastWriter: Film.Writer {
  package static let framesPerSecond = 60

  package let beginning: String
  private let size: CellSize
  private var options = EncoderOptions()
  private var encoder = FrameEncoder()
  /// The modes that a viewer sets before its first frame, cursor and automatic wrapping off; empty once they are written.
  private var modes = "\u{1B}[?25l\u{1B}[?7l"

  /// - Parameters:
  ///   - title: the title.
  ///   - header: that of the recording.
  ///   - size: the size of the terminal.
  package init(title: String, _ header: RecordingHeader, size: CellSize) {
    self.size = size
    let time = header.startedAt > 0 ? "\"timestamp\": \(header.startedAt / 1_000), " : ""
    beginning =
      "{\"version\": 2, \"width\": \(size.columns), \"height\": \(size.rows), \(time)"
      + "\"title\": \(Self.quoted(title)), \"env\": {\"TERM\": \"xterm-256color\"}}\n"
  }

  package mutating func add(_ moment: Film.Moment) -> String {
    if moment.page != options.page {
      options.page = moment.page
      encoder = FrameEncoder(options)
    }
    let bytes = encoder.encode(moment.canvas, rows: moment.damage)
    guard !bytes.isEmpty else { return "" }
    defer { modes = "" }
    return Self.event("o", modes + String(decoding: bytes, as: UTF8.self), at: moment.time)
  }

  package func mark(_ name: String, at time: Duration) -> String {
    Self.event("m", name, at: time)
  }

  /// Gives the terminal back as it was, so that the last moment lasts as long as the recording.
  package func end(at time: Duration) -> String {
    Self.event("o", "\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[\(size.rows)H", at: time)
  }

  private static func event(_ kind: String, _ text: String, at time: Duration) -> String {
    let digits = "\(time.count(of: .microseconds(1)) % 1_000_000)"
    let seconds = "\(time.components.seconds)." + String(repeating: "0", count: 6 - digits.count)
    return "[\(seconds)\(digits), \"\(kind)\", \(quoted(text))]\n"
  }

  /// Returns a text as JSON.
  static func quoted(_ text: String) -> String {
    let hex = Array("0123456789abcdef")
    return text.unicodeScalars.reduce(into: "\"") { json, scalar in
      switch scalar.value {
      case 0x22: json += "\\\""
      case 0x5C: json += "\\\\"
      case 0x0A: json += "\\n"
      case 0x0D: json += "\\r"
      case 0..<0x20, 0x7F..<0xA0:
        json += "\\u00"
        json.append(hex[Int(scalar.value >> 4)])
        json.append(hex[Int(scalar.value & 15)])
      default: json.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}
