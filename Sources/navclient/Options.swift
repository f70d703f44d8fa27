import ArgumentParser
import Glibc
import NavClient
import NavCommands
import NavGeometry
import NavModel
import NavTerminal
import NavViewer
import NavWire

/// The option that names a session; the same in all commands.
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
      "The daemon to talk to, over TCP or through your ssh; without it, $NAVD_SERVER, or the one of this user.",
      valueName: "tcp://host:port|ssh://host"
    )
  )
  var server: String?

  @Option(
    help: ArgumentHelp(
      "The key of the daemon at --server, as `navd key` prints it there; without it, $NAVD_KEY.",
      valueName: "key"
    )
  )
  var key: String?

  func validate() throws { if try machine == nil { _ = try named } }

  /// The daemon's address and key; nil for the daemon of this user.
  private var named: (address: TCPAddress, key: PeerKey?)? {
    get throws {
      guard let text = server ?? Self.variable("NAVD_SERVER"), !text.isEmpty else {
        guard key == nil else { throw ValidationError("--key is about --server: give both") }
        return nil
      }
      guard let address = TCPAddress(text) else {
        let origin = server == nil ? "NAVD_SERVER" : "--server"
        throw ValidationError(
          "\(origin) is '\(text)': write \(TCPAddress.form), or \(SSHAddress.form)"
        )
      }
      guard let text = key ?? Self.variable("NAVD_KEY"), !text.isEmpty else {
        return (address, nil)
      }
      guard let known = PeerKey(text) else {
        let origin = key == nil ? "NAVD_KEY" : "--key"
        throw ValidationError("\(origin) is no key: `navd key` on the daemon's machine prints it")
      }
      return (address, known)
    }
  }

  var endpoints: Endpoints {
    get throws {
      if let machine = try machine { return Endpoints(through: machine) }
      var endpoints = Endpoints.ofThisUser
      guard let named = try named else { return endpoints }
      endpoints.server = named.address
      guard let key = named.key else { return endpoints }
      try running { () throws(ClientExit) in try endpoints.encrypt(to: key, keysIn: OwnKey.path()) }
      return endpoints
    }
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

extension CompletionKind {
  /// Completes the names of existing sessions.
  static var sessions: CompletionKind { .shellCommand("navclient ls -q 2>/dev/null") }
}

extension ColorChoice: ExpressibleByArgument {}

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
    guard let size = CellSize(argument), (1...1000).contains(size.columns),
      (1...500).contains(size.rows)
    else { return nil }
    self = size
  }
}
