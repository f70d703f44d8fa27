package import NavCommands
package import NavGeometry
package import NavModel
package import NavScene

/// What a client asks of the daemon.
package struct Request: Hashable, Sendable {
  /// Echoed in the reply.
  package var id: UInt64
  package var client: ClientID
  /// From 1 without holes for what changes something; 0 for what only reads.
  package var seq: UInt64
  /// Of an input: what has to be so, or it changes nothing.
  package var precondition: Precondition?
  package var body: Body

  package init(
    id: UInt64,
    client: ClientID,
    seq: UInt64,
    precondition: Precondition? = nil,
    body: Body
  ) {
    self.id = id
    self.client = client
    self.seq = seq
    self.precondition = precondition
    self.body = body
  }

  /// All that is given has to be so (protocol.md: Version).
  package struct Precondition: Hashable, Sendable {
    /// The session's version.
    package var version: UInt64?
    /// The page in front, as `Reply.SessionInfo.top` names it.
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
    case newSession(name: String, ContentDescription)
    case killSession(SessionReference)
    case listSessions
    /// The session as a size shows it, at rest; with a command as if that had been carried out.
    case takeSnapshot(SessionReference, CellSize, after: SessionCommand? = nil)
    case getStatus(SessionReference)
    case listViewers(SessionReference)
    case wait(Wait)
    case renameSession(SessionReference, to: String)
    /// Passing: not numbered, not stored; the newest one counts.
    case pan(Pan)
    /// What the content that has the keys consists of, for a size.
    case outline(SessionReference, CellSize)
    /// A part of what a session shows, as a file.
    case export(Export)
    /// The text of the page in front, from a line on, counted from 0.
    case page(SessionReference, fromLine: Int)
    /// What has some words below what the session shows.
    case find(SessionReference, String)

    /// Whether it changes something and so happens exactly once, in sequence.
    package var isOperation: Bool {
      switch self {
      case .input, .newSession, .killSession, .renameSession: true
      case .attach, .leave, .alive, .listSessions, .takeSnapshot, .getStatus, .listViewers, .wait,
        .pan, .outline, .export, .page, .find:
        false
      }
    }
  }

  package struct Attach: Hashable, Sendable {
    package var version: ProtocolVersion
    package var session: String
    package var viewport: CellSize
    /// With what to create the session where it does not exist; nil does not create it.
    package var content: ContentDescription?
    /// For a viewer that comes back: the session that it had joined.
    package var joined: Joined?
    /// Which layout it can show.
    package var fit: Fit

    /// Which layout of a session a viewer can show (input.proto: Attach).
    package enum Fit: Hashable, Sendable, CaseIterable {
      /// That of its own size and no other; all that viewers before this could show.
      case exact
      /// That of its own size, or a smaller one where there can be no further size.
      case relayout
      /// That of another viewer, where that is not larger.
      case letterbox
    }

    /// A session by its id, which finds it under whatever name it has now, and the epoch of that id.
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
      content: ContentDescription?,
      joined: Joined? = nil,
      fit: Fit = .exact
    ) {
      self.version = version
      self.session = session
      self.viewport = viewport
      self.content = content
      self.joined = joined
      self.fit = fit
    }
  }

  package struct Input: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer in whose layout it is meant; nil for none.
    package var viewer: UInt64?
    /// Without a viewer: the terminal it is meant for.
    package var viewport: CellSize?
    package var action: Action
    /// The epoch of the scene in which a tap or a release names containers; nil is not checked.
    package var epoch: UInt64?

    package enum Action: Hashable, Sendable {
      case command(SessionCommand)
      case keys([Key])
      /// A press and release on a container.
      ///
      /// What the row means says `SceneTap`.
      case tap(ContainerID, row: Int?)
      /// A press and release on a link of a page that leads to another page (see `TextStyle.page`).
      case follow(ContainerID, link: String)
      /// The end of a pan.
      case release(PanRelease)
      /// Goes to a place in the innermost stack that has the keys.
      case visit(Visit)
    }

    /// The longest address of a link, in bytes.
    package static let linkByteLimit = 2_048

    /// The most keys of one request.
    package static let maximumKeys = 64

    package init(
      session: SessionReference,
      viewer: UInt64?,
      viewport: CellSize?,
      action: Action,
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
  /// Waits until something is so.
  package struct Wait: Hashable, Sendable {
    package var session: SessionReference
    package var condition: Condition
    /// At most `longest`; longer ones are cut.
    package var timeout: Duration

    package enum Condition: Hashable, Sendable {
      /// Everything up to a version is shown and no motion runs.
      case settled(version: UInt64)
      /// The current page has this title.
      case page(String)
      /// A text is on the screen of a terminal of this size, at rest.
      case text(String, CellSize)
      case viewers(Int)
      /// The session's version is this or a later one.
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
  /// What a viewer says of itself when it says that it is there.
  package struct Health: Hashable, Sendable {
    /// The newest update that it has.
    package var epoch: UInt64
    package var seq: UInt64
    /// By how long its terminal is behind what it has.
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

/// 16 random bytes that name one client process.
package struct ClientID: Hashable, Sendable {
  package let bytes: [UInt8]

  package static let length = 16

  /// What reads carry that name no client; never an operation's or an attach's.
  package static let none = ClientID(repeating: 0)

  private init(repeating byte: UInt8) {
    bytes = Array(repeating: byte, count: Self.length)
  }

  /// Nil unless there are exactly 16 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
  }

  package init(random generator: inout some RandomNumberGenerator) {
    bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

/// Which session is meant: by id once attached, by name otherwise.
package enum SessionReference: Hashable, Sendable {
  case id(UInt64)
  case name(String)
}
