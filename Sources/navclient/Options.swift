import ArgumentParser
import Glibc
import NavBase
import NavClient
import NavViewer
import NavWire

/// The option that names a session; the same in all commands but `kill`.
struct SessionOption: ParsableArguments {
  @Option(
    name: [.customShort("s"), .long],
    help: "The name of the session; without it, the only one, or that of content to be shown.",
    completion: .sessions
  )
  var session: String?
}

/// The option that selects the daemon; the same in all commands.
struct ServerOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The daemon to talk to, over TCP, at one or several addresses, through your ssh or by an invitation; without it, "
        + "$NAVD_SERVER, or the one of this user.",
      valueName: "tcp://host:port,...|ssh://host"
    )
  )
  var server: String?

  // A key may begin with a hyphen.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The key of the daemon at --server, as `navd key` prints it there; without it, $NAVD_KEY.",
      valueName: "key"
    )
  )
  var key: String?

  func validate() throws { if try machine == nil { _ = try named } }

  /// The daemon that the options and the environment name.
  private enum Named {
    case addresses([TCPAddress], ServerKeys?)
    case invitation(InvitationLink)
  }

  /// Nil for the daemon of this user.
  private var named: Named? {
    get throws {
      guard let text = server ?? Self.variable("NAVD_SERVER"), !text.isEmpty else {
        guard key == nil else { throw ValidationError("--key is about --server: give both") }
        return nil
      }
      if text.hasPrefix(InvitationLink.scheme) {
        guard key == nil else {
          throw ValidationError("an invitation has its key: leave --key out")
        }
        return .invitation(try InvitationLink(argument: text))
      }
      guard let addresses = TCPAddress.list(text) else {
        let origin = server == nil ? "NAVD_SERVER" : "--server"
        throw ValidationError(
          "\(origin) is '\(text)': write \(TCPAddress.form), several of them with commas between, \(SSHAddress.form), "
            + "or the string of an invitation"
        )
      }
      guard let text = key ?? Self.variable("NAVD_KEY"), !text.isEmpty else {
        return .addresses(addresses, nil)
      }
      guard let known = ServerKeys(text) else {
        let origin = key == nil ? "NAVD_KEY" : "--key"
        throw ValidationError("\(origin) is no key: `navd key` on the daemon's machine prints it")
      }
      return .addresses(addresses, known)
    }
  }

  var endpoints: Endpoints {
    get throws {
      if let machine = try machine { return Endpoints(through: machine) }
      switch try named {
      case .addresses(let addresses, let key): return try Self.endpoints(at: addresses, key)
      case .invitation(let link): return try Self.endpoints(of: link)
      case nil: return Endpoints.ofThisUser
      }
    }
  }

  private static func endpoints(
    at addresses: [TCPAddress],
    _ key: ServerKeys?
  ) throws -> Endpoints {
    var endpoints = Endpoints.ofThisUser
    endpoints.use(addresses)
    guard let key else { return endpoints }
    try running { () throws(ClientExit) in try endpoints.encrypt(to: key, keysIn: OwnKey.path()) }
    return endpoints
  }

  /// Returns the endpoints of an invitation.
  static func endpoints(of link: InvitationLink) throws -> Endpoints {
    var endpoints = Endpoints.ofThisUser
    try running { () throws(ClientExit) in try endpoints.follow(link, keysIn: OwnKey.path()) }
    return endpoints
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

extension InvitationLink {
  /// Parses the string of an invitation.
  ///
  /// - Throws: `ValidationError` that says what it looks like; it does not quote the text, which may be a secret.
  init(argument text: String) throws {
    guard let link = InvitationLink(text) else {
      throw ValidationError(
        "this is no invitation: copy the whole of \(InvitationLink.form)"
      )
    }
    self = link
  }
}

extension CompletionKind {
  /// Completes the names of existing sessions, without ssh, which might ask something.
  static var sessions: CompletionKind {
    .shellCommand("navclient ls -q --completing 2>/dev/null </dev/null")
  }
}

extension ColorChoice: ExpressibleByArgument {}

extension SnapshotFormat: ExpressibleByArgument {}

extension WaitTimeout {
  /// Parses a time; an error is reported together with the command's usage.
  init(argument: String) throws {
    do throws(CommandError) {
      try self.init(argument)
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension ControlPolicy: ExpressibleByArgument {
  /// Parses the policy's word.
  public init?(argument: String) { self.init(word: argument) }

  /// The policy's word, in help texts.
  public var defaultValueDescription: String { word }

  /// The words of all policies.
  public static var allValueStrings: [String] { allCases.map(\.word) }

  /// None; the default ones would be about the numbers.
  public static var allValueDescriptions: [String: String] { [:] }
}

extension TreeSort: ExpressibleByArgument {}

extension ViewerFit: ExpressibleByArgument {}

extension ViewerName: ExpressibleByArgument {
  /// Takes any text of which something can be seen.
  public init?(argument: String) { self.init(argument) }
}

extension CellSize: ExpressibleByArgument {
  /// Parses `80x24`, from 1x1 to 1000x500.
  public init?(argument: String) {
    self.init(ofTerminal: argument)
  }
}

/// The flag for a viewer that only watches.
struct ReadOnlyFlag: ParsableArguments {
  @Flag(name: .customLong("readonly"), help: "Only watch: your keys do not move the session.")
  var isReadOnly = false
}

/// The flag of the commands that start a daemon of this user where none runs.
struct StartFlag: ParsableArguments {
  @Flag(name: .customLong("no-start"), help: "Start no navd where none runs on this machine.")
  var isRefused = false
}

extension ServerOption {
  /// Carries out commands at the daemon without a viewer, as `running` does.
  func commanding<Value>(
    _ body: (inout OneShotCommands) throws(ClientExit) -> Value
  ) throws -> Value {
    let endpoints = try endpoints
    return try making { () throws(ClientExit) -> Value in
      var commands = try OneShotCommands(endpoints: endpoints)
      return try body(&commands)
    }
  }
}

/// The viewport size for `--plain`.
struct PlainSize: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "With --plain: the columns x rows of the layout; by default those of the terminal.",
      valueName: "80x24"
    )
  )
  var size: CellSize?
}

extension ServerOption {
  /// The machine whose daemon is reached through ssh; nil for any other daemon.
  var machine: SSHAddress? {
    get throws {
      guard let text = server ?? Self.variable("NAVD_SERVER"), SSHAddress.isMeant(by: text) else {
        return nil
      }
      guard let address = SSHAddress(text) else {
        let origin = server == nil ? "NAVD_SERVER" : "--server"
        throw ValidationError("\(origin) is '\(sanitized(text))': write \(SSHAddress.form)")
      }
      guard key == nil else {
        throw ValidationError("--key is about tcp://: ssh has keys of its own, leave it out")
      }
      return address
    }
  }
}
