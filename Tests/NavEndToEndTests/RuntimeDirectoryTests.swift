import Foundation
import Testing

/// Somebody removes the directory of the sockets while navd runs.
@Suite(.waiting) struct RuntimeDirectoryTests {
  private let sandbox: Sandbox
  private let deck = Deck.short

  init() throws { sandbox = try Sandbox() }

  @Test("a removed directory is made anew, and viewers come back")
  func removedDirectory() throws {
    let daemon = try Daemon(in: sandbox)
    let viewer = try sandbox.viewer(opening: deck)
    for round in 1...3 {
      try FileManager.default.removeItem(atPath: sandbox.socketDirectory)
      try eventually("the sockets are back", found: { daemon.log }) {
        FileManager.default.fileExists(atPath: "\(sandbox.socketDirectory)/layout")
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.socketDirectory)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      try eventually("the log tells it", found: { daemon.log }) {
        daemon.log.components(separatedBy: "navd listens there again").count == round + 1
      }
      try sandbox.succeed("ls")
      try sandbox.succeed("send", "-s", "talk", "next")
      try viewer.wait(forPage: round + 1, of: deck)
    }
    // A second daemon for the directory is still refused.
    let second = try sandbox.run(Programs.daemon, ["--state", "\(sandbox.directory)/other"])
    #expect(second.code == 69 && second.errors.contains("another navd"), "\(second)")
  }

  @Test("a single removed file is made anew, too", arguments: ["input", "layout", "input.lock"])
  func removedFile(name: String) throws {
    let daemon = try Daemon(in: sandbox)
    try FileManager.default.removeItem(atPath: "\(sandbox.socketDirectory)/\(name)")
    try daemon.wait(forLog: "navd listens there again")
    try sandbox.succeed("ls")
    #expect(FileManager.default.fileExists(atPath: "\(sandbox.socketDirectory)/\(name)"))
  }

  @Test(
    "a state directory that others may write is closed to them; that of another user is refused"
  )
  func stateDirectory() throws {
    let state = "\(sandbox.directory)/state/navd"
    let daemon = try Daemon(in: sandbox)
    try daemon.end(SIGTERM)
    try #require(chmod(state, 0o777) == 0)
    try daemon.restart()
    let attributes = try FileManager.default.attributesOfItem(atPath: state)
    #expect(attributes[.posixPermissions] as? Int == 0o755)
    #expect(daemon.log.contains("others could write in the state directory"), "\(daemon.log)")
    guard getuid() == 0 else { return }
    try daemon.end(SIGTERM)
    try #require(chown(state, 65_534, 65_534) == 0)
    let refused = try sandbox.run(Programs.daemon, [])
    #expect(refused.code == 77 && refused.errors.contains("belongs to another user"), "\(refused)")
  }

  @Test("a path that is not UTF-8 is refused, with what to do, and nothing is made in it")
  func undecodablePath() throws {
    let script =
      "d=\(sandbox.directory)/$(printf 'r\\377'); mkdir -p \"$d\"; XDG_RUNTIME_DIR=$d \"$@\"; c=$?; "
      + "ls \"$d\"; exit $c"
    for words in [[Programs.daemon], [Programs.client, "ls"]] {
      let outcome = try sandbox.run("/bin/sh", ["-c", script, "sh"] + words)
      #expect(outcome.code == 69 && outcome.output == "", "\(outcome)")
      #expect(outcome.errors.contains("is not UTF-8: set XDG_RUNTIME_DIR"), "\(outcome)")
    }
  }

  @Test("navd has its rights to what it makes under any umask")
  func umask() throws {
    let prefix = ["/bin/sh", "-c", "umask 777; exec \"$@\"", "sh"]
    let daemon = try Daemon(in: sandbox, prefix: prefix)
    try sandbox.succeed("new", "-s", "talk", "--open", deck.write(in: sandbox))
    for path in [sandbox.socketDirectory, "\(sandbox.directory)/state/navd"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "\(path)")
    }
    try daemon.end(SIGKILL)
    try daemon.restart()
    #expect(try sandbox.succeed("ls").contains("talk"))
  }
}
