import Glibc

/// A directory of this run, gone with it.
final class TemporaryDirectory {
  let path: String

  init() throws {
    // Where the letters stand, the system puts what makes the name its own.
    let pattern = "/tmp/navbench-" + String(repeating: "X", count: 6)
    var template = Array(pattern.utf8CString)
    guard let made = mkdtemp(&template) else {
      throw BenchError("can't make a directory below /tmp: make room there, and look at its rights")
    }
    path = String(cString: made)
  }

  deinit {
    // A handful of files and sockets; a failure leaves litter in /tmp and nothing else.
    run(["/bin/rm", "-rf", path])
  }

  /// What the programs of a run see.
  var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": path, "XDG_STATE_HOME": "\(path)/state", "TERM": "xterm-256color",
      "LANG": "C.UTF-8",
      "PATH": Programs.searchPath,
    ]
  }

  /// Writes a file.
  ///
  /// - Returns: its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    guard let handle = fopen(file, "w") else {
      throw BenchError("can't write \(file): make room below /tmp")
    }
    let isWritten = fputs(text, handle) >= 0
    guard fclose(handle) == 0, isWritten else {
      throw BenchError("can't write \(file): make room below /tmp")
    }
    return file
  }
}
