import Foundation
import NavProcessKit
import Testing

/// Sockets that another user could have made: no command connects to them, as navd does not use their directory; and
/// another user who looks for those of navd.
@Suite(.waiting) struct ForeignSocketTests {
  private let sandbox: Sandbox
  private var directory: String { sandbox.socketDirectory }

  init() throws { sandbox = try Sandbox() }

  /// Demands that every command which would connect is refused.
  private func checkRefusals(_ words: String) throws {
    let path = try Deck.short.write(in: sandbox)
    for command in [
      ["ls"], ["new", "-s", "talk", "--open", path], ["invite", "-s", "talk"],
      ["kill", "-s", "talk"],
      ["send", "-s", "talk", "next"],
    ] {
      let outcome = try sandbox.run(Programs.client, command)
      #expect(outcome.code == 77 && outcome.errors.contains(words), "\(outcome)")
    }
    let report = try sandbox.client("doctor", "--json")
    #expect(report.code != 0 && report.output.contains(words), "\(report)")
  }

  @Test("a directory of another user is not used", .enabled(if: getuid() == 0, "needs root"))
  func foreignDirectory() throws {
    let daemon = try Daemon(in: sandbox)
    try sandbox.succeed("ls")
    try #require(chown(directory, 65_534, 65_534) == 0)
    let parent = "\(directory)/.."
    try #require(chmod(parent, 0o1777) == 0)
    try checkRefusals("belongs to another user (65534)")
    // Root knows where root alone could put a directory, but not who listens in it.
    try #require(chmod(parent, 0o755) == 0)
    try checkRefusals("a process of another user listens")
    #expect(daemon.isRunning)
  }

  @Test("nor is one that others may enter, or a link")
  func openDirectory() throws {
    let daemon = try Daemon(in: sandbox)
    try #require(chmod(directory, 0o770) == 0)
    try checkRefusals("chmod 700")
    try #require(chmod(directory, 0o700) == 0)
    try sandbox.succeed("ls")
    let place = "\(sandbox.directory)/linked"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try #require(symlink(directory, "\(place)/navd") == 0)
    let linked = try sandbox.run(Programs.client, ["ls"], environment: ["XDG_RUNTIME_DIR": place])
    #expect(linked.code == 77 && linked.errors.contains("is no directory"), "\(linked)")
    #expect(daemon.isRunning)
  }

  @Test("nor is a socket at which another user listens", .enabled(if: getuid() == 0, "needs root"))
  func foreignListener() throws {
    try #require(mkdir(directory, 0o700) == 0)
    let script = """
      import os, socket, sys
      listener = socket.socket(socket.AF_UNIX)
      listener.bind(sys.argv[1])
      os.setuid(65534)
      listener.listen(8)
      print("ready", flush=True)
      sys.stdin.read()
      while True: listener.accept()
      """
    let python = try sandbox.start(Programs.python, ["-c", script, "\(directory)/input"])
    try eventually("it listens", found: { python.errorText }) {
      python.outputText.contains("ready")
    }
    try checkRefusals("a process of another user listens")
    #expect(python.exitCode == nil)
  }

  @Test(
    "another user reaches no socket and no file of navd",
    .enabled(if: getuid() == 0, "needs root")
  )
  func otherUser() throws {
    let daemon = try Daemon(
      in: sandbox,
      arguments: ["--listen", "tcp://127.0.0.1:\(FreePorts.pair())"]
    )
    let open = try Deck.short.write(in: sandbox)
    try sandbox.succeed("new", "-s", "talk", "--open", open)
    // Nothing but navd keeps that user out.
    try #require(chmod(sandbox.directory, 0o755) == 0 && chmod(open, 0o644) == 0)
    let files = try [directory, "\(sandbox.directory)/state"].flatMap { place in
      try FileManager.default.subpathsOfDirectory(atPath: place).map { "\(place)/\($0)" }
    }
    for name in ["/input", "/layout", "/state.sqlite", "/server.key"] {
      try #require(files.contains { $0.hasSuffix(name) }, "\(files)")
    }
    let script = """
      import errno, os, socket, sys
      os.setgroups([])
      os.setgid(65534)
      os.setuid(65534)
      for path in sys.argv[1:]:
          try:
              try: os.close(os.open(path, os.O_RDONLY))
              except OSError as error:
                  if error.errno != errno.ENXIO: raise
                  socket.socket(socket.AF_UNIX).connect(path)
              print(path)
          except OSError: pass
      """
    let outcome = try sandbox.run(Programs.python, ["-c", script, open] + files)
    #expect(outcome.code == 0 && outcome.output == open + "\n", "\(outcome)")
    #expect(daemon.isRunning)
  }
}
