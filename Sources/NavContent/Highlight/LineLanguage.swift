import NavBase

/// A language whose lines are highlighted without a program.
enum LineLanguage: String {
  case diff, patch, log

  /// - Parameter name: the path of a file; the result is nil for any other language.
  init?(fileNamed name: String) {
    guard let last = name.lastComponent?.lowercased() else { return nil }
    // `name.log`, `name.log.1`, `name.diff`
    let ending = last.split(separator: ".").dropFirst().last {
      !$0.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard let language = ending.flatMap({ Self(rawValue: String($0)) }) else { return nil }
    self = language
  }

  /// Returns the highlighted lines of a text, whose texts stay.
  func lines(_ lines: [String]) -> [StyledText] {
    switch self {
    case .diff, .patch: DiffLines.lines(lines)
    case .log: lines.map(Self.logged)
    }
  }

  /// The bytes of a line of a log in which its level is looked for.
  private static let levelBytes = 160

  /// Returns a line of a log: its level coloured, or all of it muted if only developers need it.
  private static func logged(_ line: String) -> StyledText {
    let bytes = Array(line.utf8.prefix(levelBytes))
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { !$0.isLetter } ?? bytes.count
      // Words in lower case are levels only behind signs, such as `level=warn`, `[error]` and `"level":"info"`.
      let sign = start > 0 ? bytes[start - 1] : nil
      let isMarked = sign.map { "[=\"<".utf8.contains($0) } ?? false
      let word = String(decoding: bytes[start..<end], as: UTF8.self)
      if let role = roles[isMarked ? word.uppercased() : word] {
        guard role != .muted else { return StyledText(line, style: TextStyle(role: role)) }
        var styled = StyledText(String(decoding: bytes[..<start], as: UTF8.self))
        styled.append(word, style: TextStyle(role: role, attributes: .bold))
        styled.append(String(decoding: line.utf8.dropFirst(end), as: UTF8.self))
        return styled
      }
      start = end == start ? end + 1 : end
    }
    return StyledText(line)
  }

  /// The roles of levels, as syslog, systemd and loggers name them.
  private static let roles: [String: TextRole] = [
    "EMERG": .error, "ALERT": .error, "CRIT": .error, "CRITICAL": .error, "FATAL": .error,
    "PANIC": .error, "SEVERE": .error, "ERROR": .error, "ERR": .error,
    "WARN": .alertWarning, "WARNING": .alertWarning, "NOTICE": .alertNote, "INFO": .alertNote,
    "DEBUG": .muted, "TRACE": .muted,
  ]
}
