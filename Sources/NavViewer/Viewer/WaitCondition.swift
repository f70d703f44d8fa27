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
