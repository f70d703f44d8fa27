import Glibc
import Testing

/// A program that runs beside the test and is killed with it.
final class StartedProgram {
  let processID: pid_t
  private var status: Int32?

  /// Starts a program; it inherits standard input, output and error, and `descriptor` as number 9.
  init(_ path: String, _ arguments: [String], inheriting descriptor: Int32? = nil) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 9) }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin")]
    words.append(nil)
    environment.append(nil)
    defer { for word in words + environment { free(word) } }
    var processID: pid_t = 0
    let result = posix_spawn(&processID, path, &actions, nil, words, environment)
    try #require(result == 0, "cannot start \(path): error \(result)")
    self.processID = processID
  }

  deinit {
    guard status == nil else { return }
    kill(processID, SIGKILL)
    waitpid(processID, nil, 0)
  }

  var isRunning: Bool { exitStatus == nil }

  /// The exit status, or 128 and the signal that ended it; nil while it runs.
  var exitStatus: Int32? {
    if status == nil {
      var raw: Int32 = 0
      guard waitpid(processID, &raw, WNOHANG) == processID else { return nil }
      status = raw & 0x7f == 0 ? raw >> 8 : 128 + raw & 0x7f
    }
    return status
  }
}

/// Returns a process's descriptors of the file at `path`.
func descriptors(of path: String, in processID: pid_t) throws -> [Int32] {
  let directory = try #require(opendir("/proc/\(processID)/fd"))
  defer { closedir(directory) }
  var found: [Int32] = []
  while let entry = readdir(directory) {
    let name = name(of: entry)
    var target: [CChar] = Array(repeating: 0, count: 4096)
    let count = readlink("/proc/\(processID)/fd/\(name)", &target, target.count)
    guard count > 0 else { continue }
    let isSame = target.prefix(count).elementsEqual(path.utf8.map { CChar(bitPattern: $0) })
    if isSame, let number = Int32(name) {
      found.append(number)
    }
  }
  return found
}

func name(of entry: UnsafeMutablePointer<dirent>) -> String {
  withUnsafePointer(to: &entry.pointee.d_name) { pointer in
    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
  }
}
