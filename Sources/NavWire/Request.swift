package import NavCommands
package import NavGeometry
package import NavModel
package import NavScene

/// A request of a client to the daemon.
package struct Request: Hashable, Sendable {
  /// The id of the request, echoed in the reply.
  package var id: UInt64
  package var client: ClientID
  /// The sequence number of an operation, from 1 without gaps; 0 for a request that only reads.
  package var seq: UInt64
  /// For an input: the condition under which it is executed.
  package var precondition: Precondition?
  /// The invitation that its sender shows; nil for none.
  package var credential: Credential?
  package var body: Body

  package init(
    id: UInt64,
    client: ClientID,
    seq: UInt64,
    precondition: Precondition? = nil,
    credential: Credential? = nil,
    body: Body
  ) {
    self.id = id
    self.client = client
    self.seq = seq
    self.precondition = precondition
    self.credential = credential
    self.body = body
  }

  /// Whether it changes something and is therefore executed exactly once, in sequence.
  package var isOperation: Bool { seq > 0 }

  /// A condition for an input; all given parts must hold (proto/README.md: Version).
  package struct Precondition: Hashable, Sendable {
    /// The session's version.
    package var version: UInt64?
    /// The front page, named as in `Reply.SessionInfo.top`.
    package var top: String?

    package init(version: UInt64? = nil, top: String? = nil) {
      self.version = version
      self.top = top
    }
  }

  package enum Body: Hashable, Sendable {
    case attach(Attach)
    case leave(viewer: UInt64)
    case alive(viewer: UInt64, Health = Health())
    case input(Input)
    case newSession(name: String, ContentSpec)
    case killSession(SessionReference)
    case listSessions
    /// The session's resting scene for a size, optionally as if a command had been executed.
    case takeSnapshot(SessionReference, CellSize, after: SessionCommand? = nil)
    case getStatus(SessionReference)
    case listViewers(SessionReference)
    case wait(Wait)
    case renameSession(SessionReference, to: String)
    /// A pan move: not sequenced, not stored; only the newest one counts.
    case pan(PanMove)
    /// The outline of the focused content, for a size.
    case outline(SessionReference, CellSize)
    /// A part of the session's content as a file.
    case export(Export)
    /// The text of the front page from a line on, counted from 0.
    case page(SessionReference, fromLine: Int)
    /// A search for words in the session's content and below it.
    case find(SessionReference, String)
    case control(Control)
    case talk(Talk)
    /// A pointer or a mark: not sequenced, not stored; only the newest one counts.
    case point(Point)
    case invitation(Invitation)
    /// Files of the client's machine; may be repeated.
    case bundle(Bundle)
    /// The figures of the daemon, as Prometheus reads them.
    case metrics

    /// Whether the request changes something and is therefore executed exactly once, in sequence.
    package var isOperation: Bool {
      switch self {
      case .input, .newSession, .killSession, .renameSession, .control, .talk: true
      case .invitation(let invitation): invitation.isOperation
      case .attach, .leave, .alive, .listSessions, .takeSnapshot, .getStatus, .listViewers, .wait,
        .pan, .outline, .export, .page, .find, .point, .bundle, .metrics:
        false
      }
    }
  }

  package struct Attach: Hashable, Sendable {
    package var version: ProtocolVersion
    package var session: String
    package var viewport: CellSize
    /// The content for creating the session if it does not exist; nil does not create it.
    package var content: ContentSpec?
    /// For a returning viewer: the session that it had joined.
    package var joined: Joined?
    /// The layouts that the viewer can show.
    package var fit: Fit
    /// The viewer's name; nil for no name.
    package var name: ViewerName?
    /// Whether the viewer only watches.
    package var isReadOnly: Bool
    /// The view of the session that it shows.
    package var view: ViewChoice

    /// The layouts that a viewer can show (input.proto: Attach).
    package enum Fit: Hashable, Sendable, CaseIterable {
      /// Only the layout for its own size, as for all clients of earlier versions.
      case exact
      /// The layout for its own size, or for a smaller one if the limit of sizes is reached.
      case relayout
      /// The layout of another viewer, if that is not larger.
      case letterbox
    }

    /// A session by its id, which is independent of its name, and the epoch of that id.
    package struct Joined: Hashable, Sendable {
      package var session: UInt64
      package var epoch: UInt64

      package init(session: UInt64, epoch: UInt64) {
        self.session = session
        self.epoch = epoch
      }
    }

    package init(
      version: ProtocolVersion = .current,
      session: String,
      viewport: CellSize,
      content: ContentSpec?,
      joined: Joined? = nil,
      fit: Fit = .exact,
      name: ViewerName? = nil,
      isReadOnly: Bool = false,
      view: ViewChoice = .shared
    ) {
      self.version = version
      self.session = session
      self.viewport = viewport
      self.content = content
      self.joined = joined
      self.fit = fit
      self.name = name
      self.isReadOnly = isReadOnly
      self.view = view
    }
  }

  package struct Input: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer in whose layout the input is interpreted; nil for none.
    package var viewer: UInt64?
    /// Without a viewer: the terminal size for which the input is interpreted.
    package var viewport: CellSize?
    package var action: SessionAction
    /// The epoch of the scene in which a tap or a release names containers; nil skips the check.
    package var epoch: UInt64?

    /// The longest address of a link, in bytes.
    package static let linkByteLimit = 2_048

    /// The most keys of one request.
    package static let maximumKeys = 64

    package init(
      session: SessionReference,
      viewer: UInt64?,
      viewport: CellSize?,
      action: SessionAction,
      epoch: UInt64? = nil
    ) {
      self.session = session
      self.viewer = viewer
      self.viewport = viewport
      self.action = action
      self.epoch = epoch
    }
  }
}

extension Request {
  /// Waits until a condition holds.
  package struct Wait: Hashable, Sendable {
    package var session: SessionReference
    package var condition: Condition
    /// The time limit, reduced to at most `longest`.
    package var timeout: Duration

    package enum Condition: Hashable, Sendable {
      /// Everything up to a version is shown and no motion is running.
      case settled(version: UInt64)
      /// The current page has this title.
      case page(String)
      /// A text is on the screen of a terminal of this size, at rest.
      case text(String, CellSize)
      case viewers(Int)
      /// The session has this version or a later one.
      case version(UInt64)
    }

    package static let longest = Duration.seconds(60)

    package init(session: SessionReference, condition: Condition, timeout: Duration) {
      self.session = session
      self.condition = condition
      self.timeout = timeout
    }
  }
}

extension Request {
  /// The state that a viewer reports in an `alive` message.
  package struct Health: Hashable, Sendable {
    /// The epoch and sequence number of its newest update.
    package var epoch: UInt64
    package var seq: UInt64
    /// The lag of its terminal behind that update.
    package var lag: Duration
    /// Whether its scene's hash was wrong twice in a row.
    package var isOutOfStep: Bool

    package init(
      epoch: UInt64 = 0,
      seq: UInt64 = 0,
      lag: Duration = .zero,
      isOutOfStep: Bool = false
    ) {
      self.epoch = epoch
      self.seq = seq
      self.lag = lag
      self.isOutOfStep = isOutOfStep
    }
  }
}

/// The id of one client process: 16 bytes that no other process has.
///
/// It may begin with the time at which it was made, so that the daemon can tell it from the ids that it has forgotten
/// (proto/README.md: Input, exactly once): 6 bytes, the milliseconds since 1970, big endian. The others are random.
package struct ClientID: Hashable, Sendable {
  // Two numbers, because each request has an id, and some tables are keyed by it.
  private let high: UInt64
  private let low: UInt64

  package static let length = 16
  /// The number of bits behind the date in the first 8 bytes.
  private static let dateShift: UInt64 = 16
  /// No id is older than this date, the beginning of 2020; smaller numbers are no date.
  private static let firstDate: Int64 = 1_577_836_800_000

  /// The id in reads that name no client; never valid for an operation or an attach.
  package static let none = ClientID(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil unless there are exactly 16 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: number(bytes[..<8]), low: number(bytes[8...]))
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    for number in [high, low] {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return bytes
  }

  /// Creates an id without a date.
  package init(random generator: inout some RandomNumberGenerator) {
    let bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    self = Self(bytes) ?? .none
  }

  /// Creates an id with a date.
  ///
  /// - Parameters:
  ///   - unixTime: the time, in milliseconds since 1970.
  ///   - generator: makes the other bytes.
  package init(madeAt unixTime: Int64, random generator: inout some RandomNumberGenerator) {
    let random = ClientID(random: &generator)
    let date = UInt64(truncatingIfNeeded: unixTime) << Self.dateShift
    self.init(high: date | random.high & (1 << Self.dateShift - 1), low: random.low)
  }

  /// When this id was made, in milliseconds since 1970; nil if it does not begin with a date.
  ///
  /// A random id may seem to have a date, mostly one of a distant future.
  package var date: Int64? {
    let date = Int64(high >> Self.dateShift)
    return date >= Self.firstDate ? date : nil
  }
}

/// A reference to a session: by id once attached, by name otherwise.
package enum SessionReference: Hashable, Sendable {
  case id(UInt64)
  case name(String)
}
