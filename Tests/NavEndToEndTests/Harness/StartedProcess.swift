import Foundation
import Testing

/// A started program; killed and waited for on `deinit`.
final class StartedProcess {
  let id: pid_t
  private let output: FileHandle
  private let errors: FileHandle
  private var status: Int32?

  /// Starts the program at an absolute path, without the test's environment.
  ///
  /// Its output goes to unlinked files in the directory.
  init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String],
    directory: String
  ) throws {
    output = try Self.unnamedFile(in: directory)
    errors = try Self.unnamedFile(in: directory)

    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&files, output.fileDescriptor, 1)
    posix_spawn_file_actions_adddup2(&files, errors.fileDescriptor, 2)

    // Threads that run tests may block signals; the program starts with none blocked.
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

    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var id: pid_t = 0
    let result = posix_spawn(&id, program, &files, &attributes, &words, &variables)
    try #require(result == 0, "cannot start \(program): \(String(cString: strerror(result)))")
    self.id = id
  }

  deinit {
    guard status == nil else { return }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  func send(_ signal: Int32) {
    if exitCode == nil { kill(id, signal) }
  }

  /// The exit code, or 128 and the signal that ended it; nil while it runs.
  var exitCode: Int32? {
    if status == nil {
      var raw: Int32 = 0
      guard waitpid(id, &raw, WNOHANG) == id else { return nil }
      status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
    }
    return status
  }

  func waitForExit(_ what: String, within limit: Duration = deadline) throws -> Int32 {
    try eventually("\(what) has ended", within: limit, found: { outputText + errorText }) {
      exitCode != nil
    }
    return try #require(exitCode)
  }

  var outputText: String { Self.text(of: output) }
  var errorText: String { Self.text(of: errors) }

  private static func text(of file: FileHandle) -> String {
    // The file's offset is shared with the writing program: read without moving it.
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(file.fileDescriptor, &buffer, buffer.count, off_t(bytes.count))
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Opens an unlinked file that later programs do not inherit.
  private static func unnamedFile(in directory: String) throws -> FileHandle {
    let path = "\(directory)/output-\(UUID())"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0, "cannot make a file in \(directory)")
    unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

/// The result of a program.
struct Outcome: CustomStringConvertible {
  let command: String
  let code: Int32
  let output: String
  let errors: String

  var errorLines: [Substring] { errors.split(separator: "\n") }

  var description: String {
    "`\(command)` ended with \(code)\noutput: \(output)\nerrors: \(errors)"
  }
}
