import CNavSupport

/// The environment of programs whose output is shown as text: colours, but no pager and no
/// terminal.
package struct ProcessEnvironment: Hashable, Sendable {
  /// The columns that programs are told they have when nobody says more.
  package static let columns = 80

  package private(set) var environment: [String: String]

  /// This process's environment with what changes how programs print.
  ///
  /// Pagers become `cat`; `TERM` says that colours are understood; `NO_COLOR` is gone, because
  /// viewers that want no colour leave it out themselves.
  ///
  /// - Parameter columns: the width that programs may use.
  /// - Returns: the environment.
  package static func inherited(columns: Int = columns) -> ProcessEnvironment {
    ProcessEnvironment(inheriting: variables(), columns: columns)
  }

  init(inheriting base: [String: String], columns: Int) {
    var environment = base
    for name in ["LESS", "NO_COLOR", "LINES"] { environment[name] = nil }
    environment["TERM"] = "xterm-256color"
    environment["COLUMNS"] = String(columns)
    environment["CLICOLOR_FORCE"] = "1"
    for name in ["PAGER", "GIT_PAGER", "MANPAGER", "SYSTEMD_PAGER"] { environment[name] = "cat" }
    environment["GIT_TERMINAL_PROMPT"] = "0"
    // Looking at a repository leaves it as it is.
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isUTF8 =
      locale.map { ["utf-8", "utf8"].contains(where: $0.lowercased().contains) } ?? false
    if !isUTF8 {
      environment["LC_ALL"] = nil
      environment["LC_CTYPE"] = "C.UTF-8"
    }
    self.environment = environment
  }

  /// The same with one more variable.
  package func with(_ name: String, _ value: String) -> ProcessEnvironment {
    var changed = self
    changed.environment[name] = value
    return changed
  }

  private static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = nav_environment()
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "="), equals > text.startIndex {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next = next.advanced(by: 1)
    }
    return variables
  }
}
