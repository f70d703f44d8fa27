package import NavBase
package import NavWire

extension Request.Wait.Condition {
  /// The most viewers that can be waited for: more than any daemon accepts.
  package static let maximumViewers = 1_000_000

  /// Parses the condition of `navclient wait`: `settled`, `page TITLE`, `text TEXT`,
  /// `viewers COUNT` or `version NUMBER`.
  ///
  /// - Parameters:
  ///   - words: the words of the command line.
  ///   - size: the terminal's size in which a text is searched for; nil if the user gave none.
  /// - Throws: `.usage`, with what is missing.
  package init(words: [String], size: CellSize?) throws(ClientExit) {
    let condition = try Self.read(words)
    if size != nil {
      guard case .text = condition else {
        throw ClientExit(.usage, "--size is only for `wait text`: leave it out")
      }
    }
    guard case .text(let text, _) = condition else {
      self = condition
      return
    }
    self = .text(text, size ?? .standardTerminal)
  }

  private static func read(_ words: [String]) throws(ClientExit) -> Self {
    switch (words.first, words.count) {
    case ("settled", 1): return .settled(version: 0)
    case ("page", 2) where !words[1].isEmpty: return .page(words[1])
    case ("page", _): throw ClientExit(.usage, "page takes one title: `wait page \"Kind of Blue\"`")
    case ("text", 2) where !words[1].isEmpty: return .text(words[1], .standardTerminal)
    case ("text", _): throw ClientExit(.usage, "text takes one text: `wait text \"of Blue\"`")
    case ("viewers", 2):
      guard let count = Int(words[1]), (0...maximumViewers).contains(count) else {
        throw ClientExit(
          .usage,
          "'\(words[1])' is no count of viewers: give a number up to \(maximumViewers)"
        )
      }
      return .viewers(count)
    case ("version", 2):
      guard let version = UInt64(words[1]) else {
        throw ClientExit(.usage, "'\(words[1])' is no version: give a number, as `status` shows it")
      }
      return .version(version)
    case ("version", _): throw ClientExit(.usage, "version takes a number: `wait version 12`")
    case ("viewers", _): throw ClientExit(.usage, "viewers takes a number: `wait viewers 3`")
    default:
      throw ClientExit(
        .usage,
        "'\(words.joined(separator: " "))' can't be waited for: "
          + "use settled, page, text, viewers or version"
      )
    }
  }

  /// The condition in words, to follow "waiting for".
  package var inWords: String {
    switch self {
    case .settled: "the session to settle"
    case .version(let version): "version \(version)"
    case .page(let title): "page \"\(title)\""
    case .text(let text, _): "text \"\(text)\""
    case .viewers(1): "1 viewer"
    case .viewers(let count): "\(count) viewers"
    }
  }

  /// Returns the contradicting state; nil if a status does not show it.
  package func contradiction(in status: Reply.Status) -> String? {
    let session = status.session
    switch self {
    case .settled: return status.isSettled ? nil : "it still moves"
    case .page, .text: return "the page is \"\(session.title)\" (\(session.page)/\(session.pages))"
    case .version: return "the version is \(session.version)"
    case .viewers:
      return session.viewers == 1 ? "there is 1 viewer" : "there are \(session.viewers) viewers"
    }
  }
}

/// A command's time limit, as people write it: `500ms`, `5s`, `1m`, `2h`, `7d`.
///
/// The daemon waits for a minute at most; a longer wait is repeated.
package struct WaitTimeout: Hashable, Sendable {
  package let duration: Duration

  package static let standard = WaitTimeout(.seconds(5))
  package static let longest = WaitTimeout(.seconds(365 * 86_400))

  private init(_ duration: Duration) {
    self.duration = duration
  }

  /// Parses whole milliseconds, seconds, minutes, hours or days, from 0 (checks once) to a year.
  ///
  /// - Throws: `.usage` for anything else.
  package init(_ text: String) throws(ClientExit) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard !digits.isEmpty, let scale = Self.units[String(unit)] else {
      throw ClientExit(.usage, "'\(text)' is no time: write 500ms, 5s, 1m, 2h or 7d")
    }
    // A number that does not fit an integer is too large, too.
    guard let count = Int64(digits), count <= Self.longest.duration.milliseconds / scale
    else {
      throw ClientExit(.usage, "'\(text)' is too long: at most \(Self.longest)")
    }
    duration = .milliseconds(scale * count)
  }

  /// In milliseconds.
  private static let units: [String: Int64] = [
    "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]
}

extension WaitTimeout: CustomStringConvertible {
  /// The duration in a form that `init(_:)` parses, in the largest unit with a count above 1: `5s`,
  /// `60s`, `2m`.
  package var description: String {
    let milliseconds = duration.milliseconds
    let units = Self.units.sorted { $0.value > $1.value }
    let unit = units.first { milliseconds % $0.value == 0 && milliseconds > $0.value }
    if let unit { return "\(milliseconds / unit.value)\(unit.key)" }
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
