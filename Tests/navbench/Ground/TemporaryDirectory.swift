import Glibc

/// A temporary directory, removed with this object.
final class TemporaryDirectory {
  let path: String

  init() throws {
    // mkdtemp replaces these letters by a unique suffix.
    let pattern = "/tmp/navbench-" + String(repeating: "X", count: 6)
    var template = Array(pattern.utf8CString)
    guard let made = mkdtemp(&template) else {
      throw BenchError("can't make a directory below /tmp: make room there, and look at its rights")
    }
    path = String(cString: made)
  }

  deinit {
    // Only a few files and sockets; a failure leaves them in /tmp without further effect.
    run(["/bin/rm", "-rf", path])
  }

  /// The environment of the child processes.
  var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": path, "XDG_STATE_HOME": "\(path)/state",
      "XDG_CONFIG_HOME": "\(path)/config", "TERM": "xterm-256color",
      "LANG": "C.UTF-8",
      "PATH": Programs.searchPath,
    ]
  }

  /// Makes a directory that only this user can read.
  ///
  /// - Returns: its path.
  func makeDirectory(_ name: String) throws -> String {
    let directory = "\(path)/\(name)"
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw BenchError("can't make \(directory): make room below /tmp")
    }
    return directory
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
