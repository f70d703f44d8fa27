import Glibc
package import NavBase
import NavSystem
package import NavViewer
import NavWire

extension ContentSpec {
  /// The path that means standard input.
  package static let standardInput = "-"

  /// Reads standard input to its end (`StandardInput`); a text above `GivenText.byteLimit` has to be sent as a file.
  ///
  /// - Parameter form: how the text is shown; nil to guess.
  /// - Returns: the content.
  /// - Throws: `.usage` if standard input is the terminal itself, `.noInput` if it is too long or
  ///   can't be read.
  package static func fromStandardInput(
    as form: GivenText.Form? = nil
  ) throws(ClientExit) -> ContentSpec {
    let bytes = try StandardInput.text(atMost: BundleManifest.Limits.bytes)
    return .text(GivenText(name: "", bytes: bytes, form: form ?? .init(guessing: bytes)))
  }
}

/// Standard input as a text instead of a terminal's keys.
package enum StandardInput {
  /// Reads standard input to its end; afterwards the terminal becomes standard input, so that keys can be read.
  ///
  /// - Parameter limit: the most bytes.
  /// - Returns: the bytes; a text in UTF-16 or UTF-32 is converted to UTF-8.
  /// - Throws: `.usage` if standard input is the terminal itself, `.noInput` if it is too long or can't be read.
  package static func text(atMost limit: Int) throws(ClientExit) -> [UInt8] {
    guard isatty(STDIN_FILENO) == 0 else {
      throw ClientExit(.usage, "- is standard input, and that is the terminal: pipe a text into it")
    }
    let bytes = DecodedText.utf8(try read(atMost: limit))
    guard bytes.count <= limit else { throw tooLong(limit) }
    takeTerminalAsInput()
    return bytes
  }

  private static func read(atMost limit: Int) throws(ClientExit) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    // A longer wait is explained to the user.
    var explainsAt: Duration? = monotonicNow() + .milliseconds(300)
    while true {
      if let due = explainsAt, !hasInput(until: due) {
        Console.printError("reading standard input until it ends")
        explainsAt = nil
      }
      let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let reason = String(cString: strerror(errno))
        throw ClientExit(.noInput, "can't read standard input: \(reason)")
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw tooLong(limit) }
    }
  }

  private static func tooLong(_ limit: Int) -> ClientExit {
    let size = limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB"
    return ClientExit(
      .noInput,
      "standard input is longer than \(size): save it in a file and open that, or let "
        + "navd run the command with --cmd"
    )
  }

  /// Waits until standard input is readable or has ended.
  ///
  /// - Parameter due: the time until which to wait.
  /// - Returns: whether it is readable before that.
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

  /// Replaces standard input with standard output's terminal, or else the process's terminal;
  /// without one nothing changes.
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
  /// Guesses the form of a text: a deck begins with front matter or a heading; a JSON document
  /// begins with a brace or bracket and ends with its partner; anything else is shown as printed
  /// output.
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
