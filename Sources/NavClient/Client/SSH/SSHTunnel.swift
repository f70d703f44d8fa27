import CNavSupport
import Glibc
import NavBase
import NavSystem
import NavViewer
import NavWire

/// A connection through the user's own `ssh` to the daemon of another machine, whose sockets it forwards to a private
/// directory; released with everything that it has started.
final class SSHTunnel {
  /// The forwarded sockets.
  let endpoints: Endpoints
  private let commands: SSHCommands
  private let directory: TunnelDirectory
  /// Readable when there is something to receive.
  private let group: Descriptor
  private var connection: SSHConnection
  private var login: SSHProcess?
  private var forwarding: SSHProcess?
  /// The directory there whose sockets are forwarded over a connection that is kept.
  private var forwarded: String?
  /// The result of the client that the connection ends.
  private(set) var exit: ClientExit?

  /// Opens the connection that endpoints need; ssh may ask the user meanwhile, and its words go to standard error.
  ///
  /// Returns nil if they need none.
  ///
  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - lasting: whether a lost connection is followed by another one; else it ends the client, and ssh may keep it for
  ///     the next one.
  /// - Throws: `.unreachable` or `.notPermitted` with the reason.
  convenience init?(for endpoints: Endpoints, lasting: Bool) throws(ClientExit) {
    guard let address = endpoints.ssh, endpoints.needsForwarding else { return nil }
    try self.init(to: address, lasting: lasting)
    try open()
  }

  private init(to address: SSHAddress, lasting: Bool) throws(ClientExit) {
    directory = try TunnelDirectory(
      in: TunnelDirectory.bases(runtimeDirectory: UserDirectories.runtimeDirectory)
    )
    let number = nav_group_open()
    guard number >= 0 else {
      throw ClientExit(.unreachable, "can't wait for ssh: \(SystemFailure.last)")
    }
    let group = Descriptor(owning: number)
    var commands = SSHCommands(address: address, directory: directory.path)
    if !lasting { commands.kept = Self.keptConnection(commands, in: group) }
    self.group = group
    self.commands = commands
    endpoints = Endpoints(through: address, forwardedTo: directory.path)
    connection = SSHConnection(
      to: address,
      lasting: lasting,
      hasUser: isatty(STDIN_FILENO) == 1
    )
  }

  deinit { endPrograms() }

  /// The longest wait for ssh's configuration, in milliseconds.
  private static let configurationTimeout: Int32 = 5_000

  /// Asks ssh for its configuration; returns the connection that is to be kept by it, nil for none.
  private static func keptConnection(
    _ commands: SSHCommands,
    in group: borrowing Descriptor
  ) -> KeptConnection? {
    do throws(ProcessError) {
      var process = try SSHProcess(commands.configuration, asking: false, in: group)
      var (output, code): ([UInt8], Int32?) = ([], nil)
      while code == nil {
        var waiting = pollfd(fd: group.number, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, configurationTimeout) > 0 else { return nil }
        code = process.reap()
        output += process.readOutput()
        _ = process.readErrors()
      }
      let runtime = UserDirectories.runtimeDirectory
      let isPrivate = runtime.map { (try? PrivateDirectory($0).check()) != nil } ?? false
      return KeptConnection(
        configuration: output,
        to: commands.address,
        in: isPrivate ? runtime : nil
      )
    } catch {
      return nil
    }
  }

  /// Logs in, and checks that the daemon answers.
  private func open() throws(ClientExit) {
    _ = perform(connection.begin(at: monotonicNow()))
    while !connection.isOpen {
      if let exit { throw exit }
      var waiting = pollfd(fd: group.number, events: Int16(POLLIN), revents: 0)
      let left = connection.nextWake.map { max(.zero, $0 - monotonicNow()) }
      poll(&waiting, 1, left.map { Int32(clamping: $0.milliseconds) + 1 } ?? -1)
      _ = receive(at: monotonicNow(), passingWords: true)
    }
    do throws(ClientExit) {
      try endpoints.checkDaemon()
    } catch {
      _ = receive(at: monotonicNow())
      throw exit ?? connection.explanation(of: error, isKept: commands.kept != nil)
    }
  }

  // MARK: Event loop

  /// The descriptor to poll; when it is readable, `receive` is to be called.
  var fileDescriptor: Int32 { group.number }

  /// The time at which `receive` is to be called; nil if none is needed.
  var nextWake: Duration? { connection.nextWake }

  /// Handles everything that has happened.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - passingWords: whether ssh's words go to standard error, too.
  /// - Returns: texts for the user. `exit` is set if the connection has ended for good.
  func receive(at now: Duration, passingWords: Bool = false) -> [String] {
    var texts: [String] = []
    // An end first: then all that was written before it can be read.
    let (loginCode, forwardingCode) = (login?.reap(), forwarding?.reap())
    let words = (login?.readErrors() ?? []) + (forwarding?.readErrors() ?? [])
    if !words.isEmpty {
      connection.receive(words: words)
      if passingWords {
        Console.printNote(String(decoding: words, as: UTF8.self), terminator: "")
      }
    }
    if let output = login?.readOutput(), !output.isEmpty {
      texts += perform(connection.receive(output: output, at: now))
    }
    if let loginCode {
      login = nil
      texts += perform(connection.loginEnded(code: loginCode, at: now))
    }
    if let forwardingCode {
      forwarding = nil
      texts += perform(connection.forwardingEnded(code: forwardingCode, at: now))
    }
    return texts + perform(connection.tick(at: now))
  }

  // MARK: Programs

  /// Performs actions; returns texts for the user.
  private func perform(_ actions: [SSHConnection.Action]) -> [String] {
    var texts: [String] = []
    for action in actions {
      switch action {
      case .logIn(let asking, let overriding):
        directory.removeFiles()
        do throws(ProcessError) {
          login = try SSHProcess(
            commands.login(asking: asking, overriding: overriding),
            asking: asking,
            in: group
          )
        } catch {
          texts += perform(connection.startFailed(ClientExit(error)))
        }
      case .forward(let remote):
        do throws(ProcessError) {
          forwarding = try SSHProcess(commands.forwarding(of: remote), asking: false, in: group)
          if commands.kept != nil { forwarded = remote }
        } catch {
          texts += perform(connection.startFailed(ClientExit(error)))
        }
      case .end: endPrograms()
      case .report(let text): texts.append(text)
      case .exit(let end): exit = exit ?? end
      }
    }
    return texts
  }

  private func endPrograms() {
    forwarding = nil
    if let remote = forwarded {
      let ending = commands.forwarding(of: remote, isEnding: true)
      forwarded = nil
      do throws(ProcessError) {
        var process = try SSHProcess(ending, asking: false, in: group)
        process.end()
      } catch {
        // The forwarding ends with the connection.
      }
    }
    login?.end()
    login = nil
  }
}

extension ClientExit {
  /// Creates the result of a client that can't start ssh.
  fileprivate init(_ error: ProcessError) {
    switch error {
    case .notFound:
      self.init(
        .unreachable,
        "there is no program ssh in PATH: install OpenSSH's client (openssh-client on Debian)"
      )
    case .notPermitted: self.init(.notPermitted, "ssh may not be run: see its permissions")
    case .noDirectory, .invalidArguments: self.init(.usage, "ssh can't be run with this address")
    case .refused(_, let code):
      self.init(.unreachable, "ssh can't be started: \(SystemFailure(code: code))")
    }
  }
}
