import Glibc

/// A directory of this run, gone with it.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/navbench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw BenchError("can't make a directory below /tmp")
    }
    path = String(cString: made)
  }

  deinit {
    // A handful of files and sockets; a failure leaves litter in /tmp and nothing else.
    run(["rm", "-rf", path])
  }

  /// What the programs of a run see.
  var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": path, "TERM": "xterm-256color", "LANG": "C.UTF-8",
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
    ]
  }

  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    guard let handle = fopen(file, "w") else { throw BenchError("can't write \(file)") }
    defer { fclose(handle) }
    fputs(text, handle)
    return file
  }
}

/// Where the programs were built: beside this one.
func programDirectory() -> String {
  guard let executable = realpath("/proc/self/exe", nil) else { return "." }
  defer { free(executable) }
  let path = String(cString: executable)
  return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}

/// Runs a command and waits for its end; whether it succeeded does not matter.
func run(_ command: [String]) {
  let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  defer {
    for argument in arguments { free(argument) }
  }
  var process: pid_t = 0
  if posix_spawnp(&process, command[0], nil, nil, arguments, environ) == 0 {
    waitpid(process, nil, 0)
  }
}
