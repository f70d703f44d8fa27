import NavWire

/// The command lines of `ssh` for a connection to a machine: a login that finds its daemon and stays, and the forwarding
/// of the daemon's sockets over that login.
struct SSHCommands: Hashable, Sendable {
  let address: SSHAddress
  /// The private directory on this machine with the forwarded sockets, and the socket by which the login is controlled.
  let directory: String
  /// The connection that the login uses, and leaves to the next command; nil for one of its own.
  var kept: KeptConnection?

  /// The limit of a connection attempt without the user, in seconds.
  private static let connectTimeout = 10

  /// Returns the arguments of the login, beginning with the program.
  ///
  /// It runs `RemoteDaemon.search` there, whose output is read by `RemoteDaemon`, and lasts until its standard input ends.
  /// Everything else is up to the user's configuration of ssh, except that it shares a connection only where one is kept
  /// for commands (`kept`), and forwards nothing that the configuration names.
  ///
  /// - Parameters:
  ///   - asking: whether ssh may ask the user; else it fails where it would have to.
  ///   - overriding: whether configurations by which a login runs nothing, reads nothing or goes to the background are
  ///     overridden; an ssh before OpenSSH 8.7 has no such configurations, and refuses these options.
  /// - Returns: the arguments.
  func login(asking: Bool, overriding: Bool = true) -> [String] {
    let options = [
      "ClearAllForwardings=yes", "RemoteCommand=none",
      // A connection without any answer is given up after three intervals. One that is kept may be dead when the next
      // command comes, which waits for that, and then ssh makes another one.
      "ServerAliveInterval=\(kept == nil ? 5 : 2)", "ServerAliveCountMax=2",
    ]
    let batch = ["BatchMode=yes", "ConnectTimeout=\(Self.connectTimeout)"]
    return ["ssh", "-T", "-a", "-x"] + sharing
      + (options + (overriding ? Self.overridden : []) + (asking ? [] : batch))
      .flatMap { ["-o", $0] }
      + destination + [RemoteDaemon.search]
  }

  /// The options that say over which connection the login is made.
  private var sharing: [String] {
    guard let kept else { return ["-M", "-S", control, "-o", "ControlPersist=no"] }
    let options = ["ControlMaster=auto", "ControlPersist=\(KeptConnection.lifetime)"]
    return kept.isConfigured ? [] : ["-S", control] + options.flatMap { ["-o", $0] }
  }

  /// The arguments that have ssh print its configuration for the machine, which `KeptConnection` reads, beginning with the
  /// program.
  var configuration: [String] { ["ssh", "-T", "-G"] + destination }

  private var destination: [String] {
    (address.port.map { ["-p", "\($0)"] } ?? []) + ["--", address.destination]
  }

  /// Returns the arguments that forward the sockets of a directory there to `directory`, or end that, beginning with the
  /// program.
  ///
  /// Configuration files are not read: the login has read them, and they may name forwardings.
  func forwarding(of remote: String, isEnding: Bool = false) -> [String] {
    let sockets = ["input", "layout"].flatMap { ["-L", "\(directory)/\($0):\(remote)/\($0)"] }
    let command = isEnding ? "cancel" : "forward"
    return ["ssh", "-F", "none", "-T", "-S", control, "-O", command] + sockets
      + ["--", address.destination]
  }

  private static let overridden = [
    "SessionType=default", "StdinNull=no", "ForkAfterAuthentication=no",
  ]

  private var control: String { kept?.control ?? "\(directory)/\(Self.controlName)" }

  static let controlName = "control"

  /// The bytes that ssh appends to the path of the control socket while it makes it, and the NUL.
  static let controlSuffix = 18
}
