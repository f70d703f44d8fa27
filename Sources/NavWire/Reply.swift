package import NavBase
package import NavScene

/// The daemon's reply to a request.
package struct Reply: Hashable, Sendable {
  package var id: UInt64
  package var client: ClientID?
  package var seq: UInt64
  /// For an operation: whether it and this reply survive the end of the daemon.
  package var isDurable: Bool
  /// For an input of somebody who could see the speaker's view and does not: the number of questions there.
  package var questions: Int
  package var body: Body

  package init(
    id: UInt64,
    client: ClientID?,
    seq: UInt64,
    isDurable: Bool = false,
    questions: Int = 0,
    body: Body
  ) {
    self.id = id
    self.client = client
    self.seq = seq
    self.isDurable = isDurable
    self.questions = questions
    self.body = body
  }

  package enum Body: Hashable, Sendable {
    case failure(Failure)
    indirect case attached(Attached)
    /// An operation was executed; `noEffect` says why it changed nothing, if so.
    case accepted(version: UInt64, noEffect: NoEffect? = nil)
    case sessions([SessionInfo])
    indirect case snapshot(session: String, version: UInt64, Scene, stacks: [StackReport] = [])
    case done
    indirect case status(Status)
    case viewers([ViewerInfo])
    /// The condition of a wait is fulfilled; the session's version at that time.
    case waited(version: UInt64)
    case outline(Outline)
    case exported(ExportPart)
    case page(PageText)
    case found(FoundPlaces)
    case invitations(Invitations)
    case bundle(BundleState)
    /// The figures of the daemon, in Prometheus' text format.
    case metrics(String)
    case picture(PicturePart)
    case journal(JournalPart)
  }

  /// A rejection, with a text for users: what happened and what to do.
  package struct Failure: Hashable, Sendable {
    package var code: Code
    package var text: String
    /// For `outOfOrder`: the expected sequence number.
    package var expected: UInt64
    /// For `slowDown`: how long to wait before the next request.
    package var wait = Duration.zero
    /// For `preconditionFailed`: the current state; for a version without a state, the nearest one that has one.
    package var found = Found()

    /// The current version and page of a session.
    package struct Found: Hashable, Sendable {
      package var version: UInt64
      /// The front page (`SessionInfo.top`).
      package var top: String

      package init(version: UInt64 = 0, top: String = "") {
        self.version = version
        self.top = top
      }
    }

    package enum Code: Int, CaseIterable, Hashable, Sendable {
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
      case noMatch = 19
      /// No refusal: the operation is in progress, and its answer follows.
      case inProgress = 20
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
    package var opened: OpenedContent
    /// The viewport that the stream is laid out for; nil if not reported: then the requested one.
    package var viewport: CellSize?
    package var part: Part

    /// The viewer's part in the session.
    package struct Part: Hashable, Sendable {
      /// The viewer's name; nil if not reported.
      package var name: ViewerName?
      /// The view that it shows: the shared one if the one that it asked for is gone.
      package var view: ViewChoice
      /// The time of the answer on the daemon's clock; zero from daemons that do not report it.
      package var clock: Duration
      /// The key of the messages on both topics, 32 bytes; nil for messages that are not encrypted.
      package var streamKey: [UInt8]?
      /// The key that the daemon will use over TCP; nil unless its key is being replaced.
      package var nextServerKey: PeerKey?
      /// The rights of the viewer's user; nil if not reported.
      package var role: Role?
      /// The name under which the viewer's person drives and asks; nil for the viewer's name.
      package var person: ViewerName?
      /// Whether something was shown before, to which an own view can go back.
      package var hasPast: Bool

      package init(
        name: ViewerName? = nil,
        view: ViewChoice = .shared,
        clock: Duration = .zero,
        streamKey: [UInt8]? = nil,
        nextServerKey: PeerKey? = nil,
        role: Role? = nil,
        person: ViewerName? = nil,
        hasPast: Bool = false
      ) {
        self.hasPast = hasPast
        self.streamKey = streamKey
        self.nextServerKey = nextServerKey
        self.role = role
        self.person = person
        self.name = name
        self.view = view
        self.clock = clock
      }
    }

    /// The content of the joined session.
    package struct OpenedContent: Hashable, Sendable {
      package var content: ContentSpec
      /// Whether this request created the session.
      package var isNew: Bool

      package init(_ content: ContentSpec, isNew: Bool) {
        self.content = content
        self.isNew = isNew
      }
    }

    package init(
      version: ProtocolVersion,
      viewer: UInt64,
      session: UInt64,
      epoch: UInt64,
      streamTopic: [UInt8],
      readyTopic: [UInt8],
      beatInterval: Duration,
      opened: OpenedContent,
      viewport: CellSize? = nil,
      part: Part = Part()
    ) {
      self.version = version
      self.viewer = viewer
      self.session = session
      self.epoch = epoch
      self.streamTopic = streamTopic
      self.readyTopic = readyTopic
      self.beatInterval = beatInterval
      self.opened = opened
      self.viewport = viewport
      self.part = part
    }
  }

  /// One session in a listing.
  package struct SessionInfo: Hashable, Sendable {
    package var name: String
    package var id: UInt64
    /// The content: a path, or `tour`.
    package var content: String
    package var viewers: Int
    /// The current page's number, from 1; in a stack, counted from the bottom.
    ///
    /// It and `pages` are 0 while the content is being read.
    package var page: Int
    package var pages: Int
    package var version: UInt64
    /// The current page's title.
    package var title: String
    /// The identity of the front page (input.proto: SessionInfo).
    package var top: String
    /// For how long it has had no viewer; zero while it has any.
    package var unseen: Duration

    package init(
      name: String,
      id: UInt64,
      content: String,
      viewers: Int,
      page: Int,
      pages: Int,
      version: UInt64,
      title: String,
      top: String = "",
      unseen: Duration = .zero
    ) {
      self.name = name
      self.id = id
      self.unseen = unseen
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
    /// The index of the part, from 0.
    package var part: Int
    /// The number of parts, at least one; while more is written, as far as it is known: at least one more than this part.
    package var count: Int
    /// The bytes of the part, at most `Request.Export.partBytes`.
    package var bytes: [UInt8]

    package init(part: Int, count: Int, bytes: [UInt8]) {
      self.part = part
      self.count = count
      self.bytes = bytes
    }
  }

  /// The status of one session and its daemon.
  package struct Status: Hashable, Sendable {
    package var session: SessionInfo
    /// Whether none of its streams has a running motion.
    package var isSettled: Bool
    /// The sizes that the session is currently laid out for.
    package var sizes: [CellSize]
    package var daemonVersion: String
    /// The time since the daemon's start.
    package var uptime: Duration
    /// Whether operations accepted now survive the end of the daemon.
    package var isDurable: Bool
    /// The current search and filter.
    package var finding = Finding()
    /// The statistics of the daemon's event loop.
    package var loop = LoopFigures()
    /// Problems of the content, one line each.
    package var faults: [String] = []
    /// The policy, the driver and the requests for control.
    package var control = ControlStatus()
    /// The epoch of the session's container ids, as `Request.Input.epoch` names it.
    package var epoch: UInt64 = 0
    /// The scene at rest of a past version, in `CellSize.standardTerminal`; nil for the present status.
    package var scene: Scene?

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

  /// The search of a session, and the filter of the focused list.
  package struct Finding: Hashable, Sendable {
    /// The search text; empty for none.
    package var search: String
    /// The number of matches in the focused content.
    package var matches: Int
    /// The number of the current match, from 1; 0 for none.
    package var match: Int
    /// The filter text; empty for none.
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
    /// The time since its last message.
    package var silent: Duration
    /// The lag of its terminal, as last reported.
    package var lag: Duration
    /// The size that it is laid out for; nil if not reported: then its viewport.
    package var layout: CellSize?
    /// Its name in the session; nil if not reported.
    package var name: ViewerName?
    /// Whether it may move the session.
    package var standing: Standing
    /// The view that it asked for, and the place of that; nil if not reported.
    package var view = ViewChoice.shared
    package var position: PagePosition?

    package init(
      id: UInt64,
      viewport: CellSize,
      attached: Duration,
      silent: Duration,
      lag: Duration = .zero,
      layout: CellSize? = nil,
      name: ViewerName? = nil,
      standing: Standing = .moves
    ) {
      self.id = id
      self.viewport = viewport
      self.attached = attached
      self.silent = silent
      self.lag = lag
      self.layout = layout
      self.name = name
      self.standing = standing
    }
  }
}
