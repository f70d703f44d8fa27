package import NavCommands
package import NavGeometry
package import NavScene

/// What the daemon answers.
package struct Reply: Hashable, Sendable {
  package var id: UInt64
  package var client: ClientID?
  package var seq: UInt64
  /// Of an operation: whether it and this reply survive the end of the daemon.
  package var isDurable: Bool
  package var body: Body

  package init(
    id: UInt64,
    client: ClientID?,
    seq: UInt64,
    isDurable: Bool = false,
    body: Body
  ) {
    self.id = id
    self.client = client
    self.seq = seq
    self.isDurable = isDurable
    self.body = body
  }

  package enum Body: Hashable, Sendable {
    case failure(Failure)
    case attached(Attached)
    /// An operation was carried out; why it has changed nothing, where it hasn't.
    case accepted(version: UInt64, noEffect: NoEffect? = nil)
    case sessions([SessionInfo])
    case snapshot(session: String, version: UInt64, Scene)
    case done
    case status(Status)
    case viewers([ViewerInfo])
    /// What was waited for has come about; the session's version then.
    case waited(version: UInt64)
    case outline(Outline)
    case exported(ExportPart)
    case page(PageText)
    case found(FoundPlaces)
  }

  /// A refusal, with a text for people: what happened and what to do.
  package struct Failure: Hashable, Sendable {
    package var code: Code
    package var text: String
    /// Out of order: the number that would have been right.
    package var expected: UInt64
    /// Slow down: how long to wait before asking again.
    package var wait = Duration.zero
    /// Precondition failed: what is there instead.
    package var found = Found()

    /// Where a session is.
    package struct Found: Hashable, Sendable {
      package var version: UInt64
      /// The page in front (`SessionInfo.top`).
      package var top: String

      package init(version: UInt64 = 0, top: String = "") {
        self.version = version
        self.top = top
      }
    }

    package enum Code: Int, Hashable, Sendable {
      case malformed = 1
      case protocolMismatch = 2
      case noSuchSession = 3
      case sessionExists = 4
      case badName = 5
      case noSuchInput = 6
      case rejected = 7
      case outOfOrder = 8
      case unknownClient = 9
      case clientIDConflict = 10
      case unknownViewer = 11
      case limitReached = 12
      case retry = 13
      case timedOut = 14
      case notPermitted = 15
      case slowDown = 16
      case preconditionFailed = 17
      case staleView = 18
      /// A code of a later version.
      case unknown = 0
    }

    package init(_ code: Code, _ text: String, expected: UInt64 = 0) {
      self.code = code
      self.text = text
      self.expected = expected
    }
  }

  package struct Attached: Hashable, Sendable {
    package var version: ProtocolVersion
    package var viewer: UInt64
    package var session: UInt64
    package var epoch: UInt64
    package var streamTopic: [UInt8]
    package var readyTopic: [UInt8]
    package var beatInterval: Duration
    package var content: ContentDescription
    /// Whether this request created the session.
    package var isNew: Bool
    /// What the stream is laid out for; nil where the daemon does not say: then what was asked for.
    package var viewport: CellSize?

    package init(
      version: ProtocolVersion,
      viewer: UInt64,
      session: UInt64,
      epoch: UInt64,
      streamTopic: [UInt8],
      readyTopic: [UInt8],
      beatInterval: Duration,
      content: ContentDescription,
      isNew: Bool,
      viewport: CellSize? = nil
    ) {
      self.version = version
      self.viewer = viewer
      self.session = session
      self.epoch = epoch
      self.streamTopic = streamTopic
      self.readyTopic = readyTopic
      self.beatInterval = beatInterval
      self.content = content
      self.isNew = isNew
      self.viewport = viewport
    }
  }

  /// One session in a listing.
  package struct SessionInfo: Hashable, Sendable {
    package var name: String
    package var id: UInt64
    /// What it shows: a path, or `tour`.
    package var content: String
    package var viewers: Int
    /// The current page's number, from 1: in a stack, its place from the bottom.
    package var page: Int
    package var pages: Int
    package var version: UInt64
    /// The current page's title.
    package var title: String
    /// Names the page in front (input.proto: SessionInfo).
    package var top: String

    package init(
      name: String,
      id: UInt64,
      content: String,
      viewers: Int,
      page: Int,
      pages: Int,
      version: UInt64,
      title: String,
      top: String = ""
    ) {
      self.name = name
      self.id = id
      self.title = title
      self.top = top
      self.content = content
      self.viewers = viewers
      self.page = page
      self.pages = pages
      self.version = version
    }
  }
}

extension Reply {
  /// A part of an export.
  package struct ExportPart: Hashable, Sendable {
    /// From 0.
    package var part: Int
    /// How many parts there are, at least one.
    package var count: Int
    /// At most `Request.Export.partBytes`.
    package var bytes: [UInt8]

    package init(part: Int, count: Int, bytes: [UInt8]) {
      self.part = part
      self.count = count
      self.bytes = bytes
    }
  }

  /// One session and the daemon that has it.
  package struct Status: Hashable, Sendable {
    package var session: SessionInfo
    /// Whether no motion runs in any of its streams.
    package var isSettled: Bool
    /// The sizes for which it is laid out now.
    package var sizes: [CellSize]
    package var daemonVersion: String
    /// How long the daemon has run.
    package var uptime: Duration
    /// Whether what is accepted now survives the end of the daemon.
    package var isDurable: Bool
    /// What is searched for and what the list is filtered by.
    package var finding = Finding()
    /// What the daemon's loop has done up to now.
    package var loop = LoopFigures()
    /// What is wrong with what it shows, a line each.
    package var faults: [String] = []

    package init(
      session: SessionInfo,
      isSettled: Bool,
      sizes: [CellSize],
      daemonVersion: String,
      uptime: Duration,
      isDurable: Bool = true
    ) {
      self.session = session
      self.isSettled = isSettled
      self.sizes = sizes
      self.daemonVersion = daemonVersion
      self.uptime = uptime
      self.isDurable = isDurable
    }
  }

  /// What is searched for in a session, and what the list that has the keys is filtered by.
  package struct Finding: Hashable, Sendable {
    /// Empty for nothing.
    package var search: String
    /// How many matches the content that has the keys holds.
    package var matches: Int
    /// Which of them people are at, from 1; 0 for none.
    package var match: Int
    /// Empty for nothing.
    package var filter: String

    package init(search: String = "", matches: Int = 0, match: Int = 0, filter: String = "") {
      self.search = search
      self.matches = matches
      self.match = match
      self.filter = filter
    }
  }

  /// One viewer in a listing.
  package struct ViewerInfo: Hashable, Sendable {
    package var id: UInt64
    package var viewport: CellSize
    package var attached: Duration
    /// How long nothing was heard of it.
    package var silent: Duration
    /// By how long its terminal is behind, as it last said.
    package var lag: Duration
    /// What it is laid out for; nil where the daemon does not say: then its viewport.
    package var layout: CellSize?

    package init(
      id: UInt64,
      viewport: CellSize,
      attached: Duration,
      silent: Duration,
      lag: Duration = .zero,
      layout: CellSize? = nil
    ) {
      self.id = id
      self.viewport = viewport
      self.attached = attached
      self.silent = silent
      self.lag = lag
      self.layout = layout
    }
  }
}
