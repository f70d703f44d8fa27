import Glibc
package import NavViewer
package import NavWire

extension ContentDescription {
  /// What a path means that stands for standard input.
  package static let standardInput = "-"

  /// The text that standard input holds, read to its end.
  ///
  /// The terminal takes the place of standard input then, so that keys can be read.
  ///
  /// - Parameter form: how it is shown; nil guesses.
  /// - Returns: the content.
  /// - Throws: `.usage` where standard input is the terminal itself, `.noInput` where it is too
  ///   long or can't be read.
  package static func fromStandardInput(
    as form: GivenText.Form? = nil
  ) throws(ClientExit) -> ContentDescription {
    guard isatty(STDIN_FILENO) == 0 else {
      throw ClientExit(.usage, "- is standard input, and that is the terminal: pipe a text into it")
    }
    let bytes = try readStandardInput()
    takeTerminalAsInput()
    return .text(GivenText(name: "", bytes: bytes, form: form ?? .init(guessing: bytes)))
  }

  private static func readStandardInput() throws(ClientExit) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    // A wait longer than that is explained (experience.md: Programs).
    var explainsAt: Duration? = monotonicNow() + .milliseconds(300)
    while true {
      if let due = explainsAt, !hasInput(until: due) {
        complain("reading standard input until it ends")
        explainsAt = nil
      }
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let reason = String(cString: strerror(errno))
        throw ClientExit(.noInput, "can't read standard input: \(reason)")
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= GivenText.byteLimit else {
        throw ClientExit(
          .noInput,
          "standard input is longer than \(GivenText.byteLimit >> 10) KiB: save it in a file and "
            + "open that, or let navd run the command with --cmd"
        )
      }
    }
  }

  /// Waits until standard input can be read or has ended.
  ///
  /// - Parameter due: how long.
  /// - Returns: whether it can be read before that.
  private static func hasInput(until due: Duration) -> Bool {
    while true {
      let left = (due - monotonicNow()) / .milliseconds(1)
      guard left > 0 else { return false }
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let ready = poll(&input, 1, Int32(left.rounded(.up)))
      if ready > 0 { return true }
      guard ready < 0, errno == EINTR else { return false }
    }
  }

  /// Standard output's terminal, else that of the process; where there is none, nothing changes.
  private static func takeTerminalAsInput() {
    if isatty(STDOUT_FILENO) == 1 {
      dup2(STDOUT_FILENO, STDIN_FILENO)
      return
    }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return }
    dup2(terminal, STDIN_FILENO)
    close(terminal)
  }
}

extension GivenText.Form {
  /// A deck begins with front matter or a heading, a JSON document with a brace or a bracket and
  /// ends with it; all else is shown as it is printed.
  package init(guessing bytes: [UInt8]) {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let text = bytes.drop(while: isBlank)
    let last = bytes.last { !isBlank($0) }
    switch (text.first, last) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")):
      self = .outline
    default:
      let hasMarks = bytes.contains { $0 == 0x1B || $0 == 0x08 || $0 == 0 }
      let isDeck = ["# ", "## ", "---\n", "---\r\n"].contains { text.starts(with: $0.utf8) }
      self = isDeck && !hasMarks ? .deck : .printed
    }
  }
}
