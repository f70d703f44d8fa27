import Glibc
import NavProcessKit
import NavTestKit
import Testing
import ZeroMQ

@Suite struct BindTests {
  let context: Context

  init() throws { context = try Context() }

  private func exchange(_ server: borrowing Socket, at endpoint: Endpoint) throws {
    let client = try Socket(.dealer, in: context)
    try client.connect(endpoint)
    try client.deliver([[42]], "message to \(endpoint)")
    let message = try server.next("message at \(endpoint)")
    #expect(message.last == [42])
  }

  @Test func pathOf107BytesWorksAnd108BytesAreRefusedBeforeAnything() throws {
    let directory = try TemporaryDirectory("zmq")
    let room = Endpoint.maxPathBytes - directory.path.utf8.count - 1
    let longest = directory.endpoint(String(repeating: "x", count: room))
    var server = try Socket(.router, in: context)
    try server.bind(longest)
    try exchange(server, at: longest)

    let tooLong = directory.endpoint(String(repeating: "y", count: room + 1))
    let bind = error { () throws(ZeroMQError) in try server.bind(tooLong) }
    let connect = error { () throws(ZeroMQError) in try server.connect(tooLong) }
    #expect(bind?.code == .pathTooLong)
    #expect(bind?.operation == .bind)
    #expect(connect?.code == .pathTooLong)
    #expect(connect?.operation == .connect)
    #expect(bind?.text.contains("108") == true)
    #expect(!exists("\(tooLong.path ?? "").lock"))
  }

  @Test func secondBindOfAPathIsRefusedAndTheFirstGoesOn() throws {
    let directory = try TemporaryDirectory("zmq")
    let endpoint = directory.endpoint("input")
    var first = try Socket(.router, in: context)
    try first.bind(endpoint)
    var second = try Socket(.router, in: context)
    let thrown = error { () throws(ZeroMQError) in try second.bind(endpoint) }
    #expect(thrown?.code == .locked)
    #expect(thrown?.endpoint == endpoint)
    #expect(thrown?.text.contains(endpoint.path ?? "?") == true)
    #expect(thrown?.text.contains("process \(getpid()) ") == true)
    try exchange(first, at: endpoint)
  }

  @Test func removedFilesAreNoticedAndMadeAnew() throws {
    let directory = try TemporaryDirectory("zmq")
    let endpoint = directory.endpoint("input")
    let path = try #require(endpoint.path)
    var server = try Socket(.router, in: context)
    var isListening = server.isListening(at: endpoint)
    #expect(!isListening)
    try server.bind(endpoint)
    for files in [[path], [path + ".lock"], [path, path + ".lock"]] {
      isListening = server.isListening(at: endpoint)
      #expect(isListening)
      for file in files { unlink(file) }
      isListening = server.isListening(at: endpoint)
      #expect(!isListening)
      try server.bindAgain(endpoint)
      try exchange(server, at: endpoint)
    }
    // Another socket took the place: it keeps it.
    unlink(path)
    unlink(path + ".lock")
    var other = try Socket(.router, in: context)
    try other.bind(endpoint)
    let refusal = error { () throws(ZeroMQError) in try server.bindAgain(endpoint) }
    isListening = other.isListening(at: endpoint)
    #expect(refusal?.code == .locked && isListening)
    other.close()
    try server.bindAgain(endpoint)
    try exchange(server, at: endpoint)
  }

  @Test func closingFreesThePath() throws {
    let directory = try TemporaryDirectory("zmq")
    let endpoint = directory.endpoint("input")
    let path = try #require(endpoint.path)
    for round in 0..<3 {
      var server = try Socket(.router, in: context)
      try server.bind(endpoint)
      #expect(exists(path))
      try exchange(server, at: endpoint)
      server.close()
      #expect(!exists(path), "round \(round)")
      #expect(exists(path + ".lock"))
    }
  }

  @Test func lockFileIsForItsOwnerOnly() throws {
    let directory = try TemporaryDirectory("zmq")
    var server = try Socket(.router, in: context)
    try server.bind(directory.endpoint("input"))
    var status = stat()
    #expect(stat("\(directory.path)/input.lock", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func startedProgramDoesNotInheritTheLock() throws {
    let directory = try TemporaryDirectory("zmq")
    var server = try Socket(.router, in: context)
    try server.bind(directory.endpoint("input"))
    let path = "\(directory.path)/input.lock"
    #expect(try descriptors(of: path, in: getpid()).count == 1)
    let program = try sleeper(in: directory)
    // A descriptor closed by `exec` is closed a little after the program is seen to have started.
    try eventually("the program has no lock") {
      try descriptors(of: path, in: program.id) == []
    }
    #expect(program.exitCode == nil)
    server.close()
    #expect(try descriptors(of: path, in: getpid()) == [])
  }

  /// As every child does between fork and exec.
  @Test func childThatSharesTheLockFileDoesNotKeepTheLock() throws {
    let directory = try TemporaryDirectory("zmq")
    var server = try Socket(.router, in: context)
    try server.bind(directory.endpoint("input"))
    let lock = try #require(try descriptors(of: "\(directory.path)/input.lock", in: getpid()).first)
    let child = try sleeper(in: directory, inheriting: lock)
    server.close()
    var next = try Socket(.router, in: context)
    try next.bind(directory.endpoint("input"))
    #expect(child.exitCode == nil)
  }

  @Test func socketFileOfADeadProcessIsReplaced() throws {
    let directory = try TemporaryDirectory("zmq")
    try leaveSocketFile(at: "\(directory.path)/input")
    var server = try Socket(.router, in: context)
    try server.bind(directory.endpoint("input"))
    try exchange(server, at: directory.endpoint("input"))
  }

  @Test func fileThatIsNoSocketIsLeftAlone() throws {
    let directory = try TemporaryDirectory("zmq")
    let path = "\(directory.path)/input"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    var server = try Socket(.router, in: context)
    let thrown = error { () throws(ZeroMQError) in try server.bind(directory.endpoint("input")) }
    #expect(thrown?.code == .addressInUse)
    #expect(thrown?.text.contains("not a socket") == true)
    #expect(exists(path))
    unlink(path)
    try server.bind(directory.endpoint("input"))
  }

  @Test func foreignSocketFileSurvivesOurClose() throws {
    let directory = try TemporaryDirectory("zmq")
    let path = "\(directory.path)/input"
    var server = try Socket(.router, in: context)
    try server.bind(directory.endpoint("input"))
    rename(path, path + ".old")
    try leaveSocketFile(at: path)
    server.close()
    #expect(exists(path))
  }

  @Test func directoriesThatCannotBeUsedAreNamed() throws {
    let directory = try TemporaryDirectory("zmq")
    close(open("\(directory.path)/file", O_CREAT | O_WRONLY, 0o600))
    symlink("/nowhere", "\(directory.path)/link.lock")
    let table: [(Endpoint, ZeroMQError.Code, String)] = [
      (directory.endpoint("missing/input"), .notFound, "mkdir -p -m 700 \(directory.path)/missing"),
      (directory.endpoint("file/input"), .other(ENOTDIR), "not a directory"),
      (directory.endpoint("link"), .other(ELOOP), "symbolic link"),
      (.ipc(path: "/sys/input"), .permission, "/sys is"),
    ]
    for (endpoint, code, text) in table {
      var server = try Socket(.router, in: context)
      let thrown = error { () throws(ZeroMQError) in try server.bind(endpoint) }
      #expect(thrown?.code == code)
      #expect(thrown?.description.contains(text) == true, "\(thrown?.description ?? "nothing")")
    }
  }

  @Test func tcpPortInUseIsRefused() throws {
    var first = try Socket(.router, in: context)
    #expect(first.lastEndpoint == "")
    try first.bind(.tcp(host: "127.0.0.1", port: 0))
    let endpoint = try Endpoint(parsing: first.lastEndpoint)
    #expect(endpoint != .tcp(host: "127.0.0.1", port: 0))
    var second = try Socket(.router, in: context)
    let used = error { () throws(ZeroMQError) in try second.bind(endpoint) }
    #expect(used?.code == .addressInUse)
    let foreign = error { () throws(ZeroMQError) in
      try second.bind(.tcp(host: "192.0.2.1", port: 0))
    }
    #expect(foreign?.code == .addressNotAvailable)
    try exchange(first, at: endpoint)
  }

  private func sleeper(
    in directory: TemporaryDirectory,
    inheriting descriptor: Int32? = nil
  ) throws -> StartedProcess {
    try StartedProcess(
      "/bin/sleep",
      ["60"],
      environment: [:],
      directory: directory.path,
      inheriting: descriptor
    )
  }

  private func leaveSocketFile(at path: String) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Glibc.bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0, "bind: error \(errno)")
  }
}

/// Returns a process's descriptors of the file at `path`.
func descriptors(of path: String, in processID: pid_t) throws -> [Int32] {
  let directory = try #require(opendir("/proc/\(processID)/fd"))
  defer { closedir(directory) }
  var found: [Int32] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
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
