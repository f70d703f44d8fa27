import Glibc

/// The reason why the terminal can't be used.
///
/// The text says what happened and what to do.
package struct TerminalError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case notATerminal
    /// The terminal can't be opened a second time.
    case cannotOpen
    /// The terminal refuses its modes.
    case cannotConfigure
    /// The terminal can't position its cursor.
    case dumb
    /// An unknown word in `NAVCLIENT_TERMINAL`.
    case unknownOverride(String)
  }

  package let code: Code
  /// The system's error number; 0 if there is none.
  package let number: Int32

  package init(_ code: Code, number: Int32 = 0) {
    self.code = code
    self.number = number
  }
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch code {
    case .notATerminal:
      "navclient needs a terminal, but its standard input is none; "
        + "use `navclient snapshot` or `navclient send` in scripts and pipes"
    case .cannotOpen:
      "cannot open the terminal (\(reason)); check who owns the device that `tty` names"
    case .cannotConfigure:
      "cannot set the terminal's modes (\(reason)); try `reset`, or another terminal"
    case .dumb:
      "TERM says that this terminal can only print lines; use `navclient --plain`, or set TERM to "
        + "what the terminal is"
    case .unknownOverride(let word):
      "\(TerminalOverrides.variable) has '\(word)', which means nothing: take words from "
        + TerminalOverrides.words.joined(separator: ",")
    }
  }

  private var reason: String { String(cString: strerror(number)) }
}
