import ArgumentParser
import NavBase
import NavClient
import NavSystem
import NavViewer
import NavWire

/// Lets others join a session from other machines.
struct Invite: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Prints a string with which others join a session from other machines.",
    discussion: """
      navclient invite -s talk
      navclient invite -s talk --role viewer --uses 50 --name 'Room 3' --qr
      navclient invite -s talk --list
      navclient invite -s talk --revoke Xk2hZ0bN7Qw

      Needs a navd that listens for other machines: `navd --listen tcp://HOST:PORT`. Whoever has the string joins with \
      `navclient join STRING`, has that role in this session, and sees no other one. The string is printed on standard \
      output, with a line behind it if it ends sooner than --expires, as it does at the end of an invitation by which \
      you came; what it allows, and until when, on standard error. Treat it as a password: navd keeps a hash of its \
      secret alone, so it can't be shown again.

      A revoked invitation ends the viewers that came by it. --uses counts people's keys: whoever has used it once may \
      come again.

      The JSON of --list is an array of objects with the keys id, session, role, name, uses, used, expires_ms (since \
      1970) and revoked.
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption
  @OptionGroup var terms: InvitationTerms

  @Option(
    help: ArgumentHelp(
      "Where others reach this navd, several times if need be; without it, all addresses of its machine.",
      valueName: "host:port"
    )
  )
  var address: [String] = []

  @Flag(help: "Also print the string as a QR code.")
  var qr = false

  @Flag(help: "List the invitations to the session.")
  var list = false

  // An id may begin with a hyphen.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Take an invitation back.", valueName: "id")
  )
  var revoke: InvitationID?

  @Flag(help: "With --list: print a JSON array.")
  var json = false

  func validate() throws {
    if list, revoke != nil { throw ValidationError("--list and --revoke: give one of both") }
    if json, !list { throw ValidationError("--json is about --list: give both") }
    if list || revoke != nil, qr || !address.isEmpty {
      throw ValidationError("--qr and --address are about a new invitation: leave them out")
    }
    _ = try addresses
  }

  private var addresses: [TCPAddress] {
    get throws {
      try address.map { text in
        guard let address = TCPAddress("tcp://\(text)") ?? TCPAddress(text) else {
          throw ValidationError("--address is '\(text)': write HOST:PORT")
        }
        return address
      }
    }
  }

  func run() throws {
    let addresses = try addresses
    if list { return try printList() }
    let made = try server.commanding {
      commands throws(ClientExit) -> OneShotCommands.MadeInvitation? in
      guard let revoke else {
        return try commands.invite(to: session.session, terms.terms, at: addresses)
      }
      warn(try commands.revoke(revoke, to: session.session))
      return nil
    }
    guard let made else { return }
    let (asked, now) = (terms.terms.validity, InvitationListing.now)
    Console.print("\(made.link)")
    if let line = InvitationListing.shortening(made.info, asked: asked, at: now) {
      Console.print(line)
    }
    Console.printNote(
      InvitationListing.explanation(made.link, made.info, at: now)
    )
    warn(made.warning)
    // The last, so that a terminal of 24 rows shows all of it.
    if qr { Console.print(QRCode.lines("\(made.link)")?.joined(separator: "\n") ?? "") }
  }

  private func printList() throws {
    let invitations = try server.commanding { commands throws(ClientExit) in
      try commands.invitations(to: session.session)
    }
    Console.print(
      json
        ? try InvitationListing.json(invitations)
        : InvitationListing.table(invitations, at: InvitationListing.now)
    )
  }
}

/// The rights of an invitation.
struct InvitationTerms: ParsableArguments {
  @Option(
    help: ArgumentHelp("What the invited may do.", valueName: "viewer|driver|presenter")
  )
  var role: Role = .driver

  @Option(
    help: ArgumentHelp("How long it is good: 1m to 720h.", valueName: "8h"),
    transform: WaitTimeout.init(argument:)
  )
  var expires: WaitTimeout?

  @Option(help: ArgumentHelp("How many people may use it, 1 to 1000.", valueName: "n"))
  var uses = 50

  @Option(help: ArgumentHelp("A name for --list.", valueName: "name"))
  var name: ViewerName?

  /// The standard time.
  private static let standard = Duration.seconds(8 * 3_600)

  func validate() throws {
    guard role <= .presenter else {
      throw ValidationError("nobody is invited as an owner: add a key to authorized_keys")
    }
    if let expires, !Request.Invitation.validity.contains(expires.duration) {
      throw ValidationError("--expires is \(expires): give 1m to 720h")
    }
    guard Request.Invitation.uses.contains(uses) else {
      throw ValidationError("--uses is \(uses): give 1 to 1000")
    }
  }

  var terms: Request.Invitation.Terms {
    Request.Invitation.Terms(
      role: role,
      validity: expires?.duration ?? Self.standard,
      uses: uses,
      name: name
    )
  }
}

extension Role: ExpressibleByArgument {
  /// The roles of invitations.
  public static var allValueStrings: [String] {
    allCases.filter { $0 <= .presenter }.map(\.rawValue)
  }
}

extension InvitationID: ExpressibleByArgument {
  /// Parses the id as `navclient invite` shows it.
  public init?(argument: String) { self.init(argument) }
}
