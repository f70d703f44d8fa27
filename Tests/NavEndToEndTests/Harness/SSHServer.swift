import Foundation
import NavProcessKit
import Testing

/// An sshd of OpenSSH on 127.0.0.1 that lets in who runs the tests, and a program `ssh` that connects to it.
///
/// OpenSSH takes the user's home directory from the system's table of users. So the program is a script, first in PATH,
/// that calls the real one with a configuration of its own.
final class SSHServer {
  static let program = "/usr/sbin/sshd"

  private let sandbox: Sandbox
  private let directory: Folder
  private let port: UInt16
  private var process: StartedProcess?

  /// Starts it in a sandbox, and waits until it listens.
  ///
  /// `runtimeDirectory`: the value of XDG_RUNTIME_DIR of its logins; nil for none. `settings`: further lines of its
  /// configuration. `client`: further lines of that of the program `ssh`.
  init(
    in sandbox: Sandbox,
    runtimeDirectory: String?,
    settings: [String] = [],
    client: [String] = []
  ) throws {
    self.sandbox = sandbox
    try #require(
      FileManager.default.isExecutableFile(atPath: Self.program),
      "\(Self.program) is missing: apt-get install openssh-server"
    )
    directory = try Folder(in: sandbox, "ssh")
    port = try FreePorts.pair()
    // The directory of its unprivileged part, which Debian's service makes at its start.
    if getuid() == 0 {
      try FileManager.default.createDirectory(
        atPath: "/run/sshd",
        withIntermediateDirectories: true
      )
    }
    for name in ["host", "user", "other"] {
      let made = try sandbox.run(
        "/usr/bin/ssh-keygen",
        ["-q", "-t", "ed25519", "-N", "", "-f", "\(directory.path)/\(name)"]
      )
      try #require(made.code == 0, "\(made)")
    }
    try write(
      [
        "ListenAddress 127.0.0.1:\(port)", "HostKey \(directory.path)/host",
        "AuthorizedKeysFile \(directory.path)/authorized_keys", "PidFile none", "StrictModes no",
        "UsePAM no", "PasswordAuthentication no", "KbdInteractiveAuthentication no",
      ] + settings + (runtimeDirectory.map { ["SetEnv XDG_RUNTIME_DIR=\($0)"] } ?? []),
      to: "sshd_config"
    )
    try write(["[127.0.0.1]:\(port) \(text(of: "host.pub"))"], to: "known_hosts")
    try write(
      [
        "IdentityFile \(directory.path)/user", "IdentitiesOnly yes", "IdentityAgent none",
        "UserKnownHostsFile \(directory.path)/known_hosts", "GlobalKnownHostsFile /dev/null",
      ] + client,
      to: "ssh_config"
    )
    try authorize("user")
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/bin",
      withIntermediateDirectories: true
    )
    // Written by another program: a file can't be executed while a process being started concurrently holds a copy of
    // its write descriptor.
    let script = "#!/bin/sh\nexec /usr/bin/ssh -F '\(directory.path)/ssh_config' \"$@\"\n"
    let command = "printf %s \"$1\" >\"$0\" && chmod 755 \"$0\""
    let made = try sandbox.run("/bin/sh", ["-c", command, "\(directory.path)/bin/ssh", script])
    try #require(made.code == 0, "\(made)")
    try start()
  }

  /// Its address for `--server`.
  var address: String { "ssh://127.0.0.1:\(port)" }

  /// The environment in which `ssh` connects to it.
  var environment: [String: String] { ["PATH": "\(directory.path)/bin:/usr/bin:/bin"] }

  /// Lets in the owner of a key, and nobody else; `user` is that of the program `ssh`.
  func authorize(_ key: String) throws {
    try write([text(of: "\(key).pub")], to: "authorized_keys")
  }

  /// The processes of its logins.
  func logins() throws -> Set<pid_t> { Set(try Self.children(of: id)) }

  /// Ends the processes of all its logins, so that their connections are lost.
  func endConnections() throws {
    let logins = try logins()
    try #require(!logins.isEmpty, "nobody is logged in")
    for login in logins { Self.end(login) }
  }

  private static func end(_ process: pid_t) {
    let children = (try? children(of: process)) ?? []
    kill(process, SIGKILL)
    for child in children { end(child) }
  }

  private static func children(of process: pid_t) throws -> [pid_t] {
    try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
      .split(separator: " ").compactMap { pid_t($0) }
  }

  private var id: pid_t {
    get throws { try #require(process).id }
  }

  private func start() throws {
    let process = try sandbox.start(
      Self.program,
      ["-D", "-e", "-f", "\(directory.path)/sshd_config"]
    )
    self.process = process
    try eventually("sshd listens", found: { process.errorText }) {
      try #require(process.exitCode == nil, "sshd has ended: \(process.errorText)")
      return process.errorText.contains("Server listening on 127.0.0.1 port \(port)")
    }
  }

  private func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(directory.path)/\(name)", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func write(_ lines: [String], to name: String) throws {
    let text = lines.joined(separator: "\n") + "\n"
    try text.write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
  }
}
