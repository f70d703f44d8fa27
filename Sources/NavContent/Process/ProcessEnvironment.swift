import NavSystem

/// The environment of programs whose output is shown as text: with colours, without pager and
/// terminal.
package enum ProcessEnvironment {
  /// The default width for programs, in columns.
  package static let columns = 80

  /// Returns this process's environment with changes to how programs print.
  ///
  /// Pagers become `cat`; `TERM` enables colours; `NO_COLOR` is removed, since each viewer drops
  /// colours itself.
  ///
  /// - Parameter columns: the width for programs, in columns.
  /// - Returns: the environment.
  package static func inherited(columns: Int = columns) -> [String: String] {
    var environment = environmentVariables()
    for name in ["LESS", "NO_COLOR"] { environment[name] = nil }
    environment["TERM"] = "xterm-256color"
    environment["COLUMNS"] = String(columns)
    environment["LINES"] = String(TerminalScreen.rows)
    environment["CLICOLOR_FORCE"] = "1"
    for name in ["PAGER", "GIT_PAGER", "MANPAGER", "SYSTEMD_PAGER"] { environment[name] = "cat" }
    environment["GIT_TERMINAL_PROMPT"] = "0"
    // Without optional locks, git doesn't write to the repository when it only reads it.
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let isUTF8 =
      locale.map { ["utf-8", "utf8"].contains(where: $0.lowercased().contains) } ?? false
    if !isUTF8 {
      environment["LC_ALL"] = nil
      environment["LC_CTYPE"] = "C.UTF-8"
    }
    return environment
  }
}
