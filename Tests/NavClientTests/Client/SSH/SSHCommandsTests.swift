import Foundation
import Glibc
import NavTestKit
import NavWire
import Testing
import ZeroMQ

@testable import NavClient

@Suite("The command lines of ssh")
struct SSHCommandsTests {
  private func commands(_ address: String) throws -> SSHCommands {
    SSHCommands(address: try #require(SSHAddress(address)), directory: "/run/x/navclient-1")
  }

  @Test("the login ends its options before the destination")
  func login() throws {
    let words = try commands("ssh://ada@home:2222").login(asking: true)
    #expect(words.first == "ssh")
    #expect(words.suffix(3) == ["--", "ada@home", RemoteDaemon.search])
    let text = words.dropLast().joined(separator: " ")
    #expect(text.contains("-M -S /run/x/navclient-1/control"), "\(text)")
    #expect(text.contains("-p 2222 -- ada@home"), "\(text)")
    #expect(!text.contains("BatchMode"), "\(text)")
  }

  @Test("a login without the user asks nothing, and leaves the port to the configuration")
  func batch() throws {
    let words = try commands("ssh://home").login(asking: false)
    #expect(words.contains("BatchMode=yes"))
    #expect(!words.contains("-p"))
  }

  @Test(
    "a configuration by which a login runs nothing is overridden, but not of an ssh that has none"
  )
  func overridden() throws {
    let options = ["SessionType=default", "StdinNull=no", "ForkAfterAuthentication=no"]
    let login = try commands("ssh://home")
    #expect(Set(options).isSubset(of: login.login(asking: true)))
    let old = login.login(asking: true, overriding: false)
    #expect(Set(options).isDisjoint(with: old) && old.contains("ControlPersist=no"))
  }

  @Test("both sockets are forwarded, and no configuration file is read")
  func forwarding() throws {
    let words = try commands("ssh://home").forwarding(of: "/run/user/7/navd")
    let expected = [
      "ssh", "-F", "none", "-T", "-S", "/run/x/navclient-1/control", "-O", "forward", "-L",
      "/run/x/navclient-1/input:/run/user/7/navd/input", "-L",
      "/run/x/navclient-1/layout:/run/user/7/navd/layout", "--", "home",
    ]
    #expect(words == expected)
  }

  @Test("a connection is kept for the next command, and the forwarding of a command ends with it")
  func kept() throws {
    let own = try #require(try connection("controlmaster false\ncontrolpersist no\n"))
    #expect(own.control.hasPrefix("/run/x/navclient-ssh-") && !own.isConfigured)
    #expect(try own == connection("user ada\ncontrolmaster false\ncontrolpath none\n"))
    #expect(try own != connection("controlmaster false\n", to: "ssh://home:23"))
    var commands = try commands("ssh://home")
    commands.kept = own
    let login = commands.login(asking: true)
    let text = login.dropLast().joined(separator: " ")
    #expect(
      text.contains("-S \(own.control) -o ControlMaster=auto -o ControlPersist=60"),
      "\(text)"
    )
    #expect(login.contains("ServerAliveInterval=2") && login.contains("ServerAliveCountMax=2"))
    #expect(!login.contains("-M") && !login.contains("ControlPersist=no"))
    let ending = commands.forwarding(of: "/run/user/7/navd", isEnding: true)
    #expect(ending.contains("cancel"))
    #expect(
      commands.forwarding(of: "/run/user/7/navd")
        == ending.map { $0 == "cancel" ? "forward" : $0 }
    )
    #expect(ending.contains(own.control) && ending.contains("--"))
  }

  @Test(
    "a connection that the configuration keeps is used as it is; where ssh would ask, none is",
    arguments: [
      ("controlmaster auto\ncontrolpath /h/cm-1\n", "/h/cm-1"),
      ("controlpath /h/cm-1\ncontrolmaster true\n", "/h/cm-1"),
      ("controlmaster ask\ncontrolpath /h/cm-1\n", nil),
      ("controlmaster false\ncontrolpath /h/cm-1\n", nil),
      ("controlmaster auto\ncontrolpath /h/c m\n", nil), ("controlmaster auto\n", nil),
      ("", nil),
    ] as [(String, String?)]
  )
  func configured(output: String, control: String?) throws {
    let kept = try connection(output)
    #expect(kept?.control == control)
    guard let kept else { return }
    var commands = try commands("ssh://home")
    commands.kept = kept
    let words = commands.login(asking: false)
    #expect(kept.isConfigured && !words.contains("-S") && !words.contains("-M"))
    #expect(!words.contains { $0.hasPrefix("Control") })
    #expect(commands.forwarding(of: "/x").contains("/h/cm-1"))
  }

  @Test(
    "none is kept without a private directory whose path is short and plain",
    arguments: [nil, "/run/a b", "/" + String(repeating: "a", count: 70)] as [String?]
  )
  func nowhere(directory: String?) throws {
    #expect(try connection("controlmaster false\n", in: directory) == nil)
  }

  private func connection(
    _ output: String,
    to address: String = "ssh://home",
    in directory: String? = "/run/x"
  ) throws -> KeptConnection? {
    KeptConnection(
      configuration: Array(output.utf8),
      to: try #require(SSHAddress(address)),
      in: directory
    )
  }

  @Test("the command that is run there has nothing that shells read differently")
  func search() {
    let words = RemoteDaemon.search.split(separator: "'", omittingEmptySubsequences: false)
    #expect(words.count == 3 && words[0] == "sh -c " && words[2].isEmpty)
    for character in ["\\", "!", "\n"] { #expect(!RemoteDaemon.search.contains(character)) }
  }

  @Test(
    "the directory is one whose name ssh takes as it is, and short enough for sockets",
    arguments: [
      (nil, ["/tmp"]), ("", ["/tmp"]), ("relative", ["/tmp"]),
      ("/run/user/1000", ["/run/user/1000", "/tmp"]), ("/run/a b", ["/tmp"]),
      ("/run/%h", ["/tmp"]), ("/run/a:b", ["/tmp"]), ("/run/$x", ["/tmp"]),
      ("/" + String(repeating: "a", count: 63), ["/" + String(repeating: "a", count: 63), "/tmp"]),
      ("/" + String(repeating: "a", count: 64), ["/tmp"]),
    ] as [(String?, [String])]
  )
  func bases(runtimeDirectory: String?, expected: [String]) {
    #expect(TunnelDirectory.bases(runtimeDirectory: runtimeDirectory) == expected)
  }

  @Test("an invitation names the machine")
  func invitation() throws {
    let address = try #require(SSHAddress("ssh://ada@[::1]:22"))
    let endpoints = Endpoints(through: address, forwardedTo: "/tmp/navclient-1")
    let command = Invitation.command(joining: "talk", at: endpoints)
    #expect(command.hasSuffix(" --server 'ssh://ada@[::1]:22' --session talk"), "\(command)")
  }
}

@Suite("The daemon that the login finds")
struct RemoteDaemonTests {
  @Test(
    "the output of the login",
    arguments: [
      ("", nil), ("navd-sockets listening /run/x/navd", nil), ("motd\n", nil),
      (
        "navd-sockets listening /run/user/7/navd\n",
        .found(directory: "/run/user/7/navd", isListening: true)
      ),
      (
        "hello\nnavd-sockets silent /tmp/navd-7\nmore",
        .found(directory: "/tmp/navd-7", isListening: false)
      ),
      ("navd-sockets missing\n", .missing),
      ("navd-sockets silent /run/a b/navd\n", .unusable(path: "/run/a b/navd")),
      ("navd-sockets silent /run/%h/navd\n", .unusable(path: "/run/%h/navd")),
      ("navd-sockets silent /run/a:b/navd\n", .unusable(path: "/run/a:b/navd")),
      ("navd-sockets silent x/navd\n", .unusable(path: "x/navd")),
      ("navd-sockets silent /run/\u{1B}[2J\n", .unusable(path: "/run/\u{FFFD}[2J")),
      (" navd-sockets missing\n", nil),
    ] as [(String, RemoteDaemon?)]
  )
  func reading(output: String, expected: RemoteDaemon?) {
    #expect(RemoteDaemon(output: Array(output.utf8)) == expected, "\(output)")
  }

  @Test("a path that does not fit into the address of a socket is not used")
  func long() {
    for (count, isUsed) in [(99, true), (100, false)] {
      let path = "/" + String(repeating: "a", count: count)
      let found = RemoteDaemon(output: Array("navd-sockets silent \(path)\n".utf8))
      #expect((found == .found(directory: path, isListening: false)) == isUsed)
    }
  }

  @Test(
    "sockets of another user are not found, nor are those in a directory of another user",
    .enabled(if: getuid() == 0, "needs root"),
    arguments: ["", "navd", "navd/input"]
  )
  func foreign(path: String) throws {
    let base = try makeTemporaryDirectory("remote")
    defer { try? FileManager.default.removeItem(atPath: base) }
    let endpoints = Endpoints(directory: "\(base)/navd")
    try #require(mkdir("\(base)/navd", 0o700) == 0)
    let context = try Context()
    var socket = try Socket(.router, in: context)
    try socket.bind(Endpoint(parsing: endpoints.input))
    if !path.isEmpty { try #require(chown("\(base)/\(path)", 65_534, 65_534) == 0) }
    let found = try search(["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": base])
    let own = RemoteDaemon.found(directory: "\(base)/navd", isListening: true)
    #expect(found == (path.isEmpty ? own : .missing))
  }

  /// The user has a number of its own, so that the directory in /tmp is the test's.
  @Test("where the login has a runtime directory, a daemon in another one does not count")
  func otherDirectory() throws {
    let base = try makeTemporaryDirectory("remote")
    let user = UInt32.random(in: 1 << 30..<1 << 31)
    let endpoints = Endpoints(runtimeDirectory: nil, user: user)
    defer {
      for path in [base, endpoints.directory] { try? FileManager.default.removeItem(atPath: path) }
    }
    // By another process: a program that is started meanwhile by another test would have the file open for a moment, in
    // which nobody can run it.
    let writer = try Process.run(
      URL(fileURLWithPath: "/bin/sh"),
      arguments: ["-c", "echo 'echo \(user)' > \(base)/id && chmod 700 \(base)/id"]
    )
    writer.waitUntilExit()
    try #require(writer.terminationStatus == 0 && mkdir(endpoints.directory, 0o700) == 0)
    let context = try Context()
    var socket = try Socket(.router, in: context)
    try socket.bind(Endpoint(parsing: endpoints.input))
    let path = "\(base):/usr/bin:/bin"
    let found = RemoteDaemon.found(directory: endpoints.directory, isListening: true)
    #expect(try search(["PATH": path]) == found)
    #expect(try search(["PATH": path, "XDG_RUNTIME_DIR": base]) == .missing)
  }

  /// Runs the search as a login does, and reads its output.
  private func search(_ environment: [String: String]) throws -> RemoteDaemon? {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", RemoteDaemon.search]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return RemoteDaemon(output: Array(output))
  }
}
