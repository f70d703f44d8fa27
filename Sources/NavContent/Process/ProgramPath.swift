import Glibc

/// Where a program's file is.
package enum ProgramPath {
  /// Where programs are looked for when PATH says nothing.
  private static let standard = "/usr/local/bin:/usr/bin:/bin"

  /// The file of a program: the name itself where it has a slash, else the first one of that name
  /// in PATH that may be run.
  ///
  /// - Parameters:
  ///   - program: a name or a path.
  ///   - path: the value of PATH; a part that is empty or not absolute is passed over.
  /// - Returns: nil where there is none.
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
    return FileType(mode: status.st_mode) == .regular && access(file, X_OK) == 0
  }
}
