import Glibc

/// Finds the executable of a program.
package enum ProgramPath {
  /// The directories to search if PATH is not set.
  private static let standard = "/usr/local/bin:/usr/bin:/bin"

  /// Returns the executable of a program: the name itself if it has a slash, else the first
  /// executable file with that name in PATH.
  ///
  /// - Parameters:
  ///   - program: a name or a path.
  ///   - path: the value of PATH; empty and relative parts are ignored.
  /// - Returns: the path; nil if there is none.
  package static func find(_ program: String, path: String?) -> String? {
    guard !program.isEmpty, !program.utf8.contains(0) else { return nil }
    guard !program.utf8.contains(UInt8(ascii: "/")) else { return program }
    for directory in (path ?? standard).split(separator: ":") where directory.hasPrefix("/") {
      let file = "\(directory)/\(program)"
      if isRunnable(file) { return file }
    }
    return nil
  }

  private static func isRunnable(_ file: String) -> Bool {
    guard let status = try? status(of: file.utf8.terminated) else { return false }
    return status.st_mode & S_IFMT == S_IFREG && access(file, X_OK) == 0
  }
}
