import Glibc

/// Runs a command to its end.
///
/// - Parameters:
///   - command: the program, looked up in PATH, and its arguments.
///   - environment: the command's environment.
/// - Returns: its standard output.
/// - Throws: `BenchError` if it can't be started or fails.
func output(of command: [String], environment: [String: String]) throws -> String {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { throw BenchError("can't make a pipe: close some programs") }
  // Only the command itself inherits the pipe, as its standard output.
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  defer { close(ends[0]) }
  var files = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&files)
  defer { posix_spawn_file_actions_destroy(&files) }
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&files, ends[1], 1)
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
  // This program blocks signals; its child processes must not.
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  let variables: [UnsafeMutablePointer<CChar>?] =
    environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer {
    for text in arguments + variables { free(text) }
  }
  var process: pid_t = 0
  let result = posix_spawnp(&process, command[0], &files, &attributes, arguments, variables)
  close(ends[1])
  guard result == 0 else {
    throw BenchError("can't start \(command[0]): \(String(cString: strerror(result)))")
  }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  while true {
    let count = read(ends[0], &buffer, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { break }
    bytes += buffer[..<count]
  }
  var status: Int32 = 0
  waitpid(process, &status, 0)
  guard status == 0 else {
    throw BenchError("`\(command.joined(separator: " "))` failed: run it by hand and read why")
  }
  return String(decoding: bytes, as: UTF8.self)
}
