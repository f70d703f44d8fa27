package import Glibc

/// A started program; killed and waited for on `deinit`.
package final class StartedProcess {
  package let id: pid_t
  private let output: Int32
  private let errors: Int32
  private var status: Int32?

  /// Starts a program, looked up in PATH unless it has a path, without this process's environment.
  ///
  /// Its output goes to unlinked files in the directory. It inherits `descriptor` as number 9.
  package init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String],
    directory: String,
    inheriting descriptor: Int32? = nil
  ) throws(ProcessKitError) {
    let output = try Self.unnamedFile(in: directory)
    let errors: Int32
    do {
      errors = try Self.unnamedFile(in: directory)
    } catch {
      close(output)
      throw error
    }
    let (id, result) = Self.spawn([program] + arguments, environment, output, errors, descriptor)
    guard result == 0 else {
      close(output)
      close(errors)
      throw ProcessKitError("cannot start \(program): \(String(cString: strerror(result)))")
    }
    (self.id, self.output, self.errors) = (id, output, errors)
  }

  deinit {
    close(output)
    close(errors)
    guard status == nil else { return }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  private static func spawn(
    _ command: [String],
    _ environment: [String: String],
    _ output: Int32,
    _ errors: Int32,
    _ inherited: Int32?
  ) -> (id: pid_t, result: Int32) {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&files, output, 1)
    posix_spawn_file_actions_adddup2(&files, errors, 2)
    if let inherited { posix_spawn_file_actions_adddup2(&files, inherited, 9) }

    // Threads of this process may block signals; the program starts with none blocked.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    )

    var words = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var id: pid_t = 0
    let result = posix_spawnp(&id, command[0], &files, &attributes, &words, &variables)
    return (id, result)
  }

  package func send(_ signal: Int32) {
    if exitCode == nil { kill(id, signal) }
  }

  /// The exit code, or 128 and the signal that ended it; nil while it runs.
  package var exitCode: Int32? { code(WNOHANG) }

  /// Waits for the end without a limit, and returns `exitCode`.
  package func wait() -> Int32 { code(0) ?? -1 }

  private func code(_ options: Int32) -> Int32? {
    if status == nil {
      var raw: Int32 = 0
      guard waitpid(id, &raw, options) == id else { return nil }
      status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
    }
    return status
  }

  package var outputText: String { Self.text(of: output) }
  package var errorText: String { Self.text(of: errors) }

  private static func text(of file: Int32) -> String {
    // The file's offset is shared with the writing program: read without moving it.
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(file, &buffer, buffer.count, off_t(bytes.count))
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Opens an unlinked file that later programs do not inherit.
  private static func unnamedFile(in directory: String) throws(ProcessKitError) -> Int32 {
    let path = "\(directory)/output-\(UInt64.random(in: 0 ... .max))"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ProcessKitError("cannot make a file in \(directory)") }
    unlink(path)
    return descriptor
  }
}

/// The reason why a peer, a port or a process is not there, and what to do about it.
package struct ProcessKitError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
