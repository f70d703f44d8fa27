package import NavBase

extension Request {
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
    /// Whether the viewer can show pictures, so that scenes name them (`Container.pictures`).
    package var showsPictures: Bool

    /// The layouts that a viewer can show, numbered as in `input.proto` (Attach).
    package enum Fit: UInt8, Hashable, Sendable, CaseIterable {
      /// Only the layout for its own size, as for all clients of earlier versions.
      case exact = 0
      /// The layout for its own size, or for a smaller one if the limit of sizes is reached.
      case relayout = 1
      /// The layout of another viewer, if that is not larger.
      case letterbox = 2
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
      content: ContentSpec? = nil,
      joined: Joined? = nil,
      fit: Fit = .exact,
      name: ViewerName? = nil,
      isReadOnly: Bool = false,
      view: ViewChoice = .shared,
      showsPictures: Bool = false
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
      self.showsPictures = showsPictures
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

/// The view of its session that a viewer shows (proto/README.md: Views).
package enum ViewChoice: Hashable, Sendable {
  /// The place that all viewers share.
  case shared
  /// A place of its own, by the id of the private view; 0 asks for a new one.
  case own(UInt64)
  /// The view that another viewer shows.
  case followed(ViewerName)
  /// The view for the speaker: the notes, the next slide, the timer and the questions.
  case speaker
}

// MARK: On the wire

extension Request.Attach: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var attach = value ?? Self(session: "", viewport: .zero)
    try archive.message(1, &attach.version)
    try archive.string(2, &attach.session)
    try archive.message(3, &attach.viewport)
    try archive.message(4, &attach.content)
    var (session, epoch) = (attach.joined?.session ?? 0, attach.joined?.epoch ?? 0)
    try archive.uint64(5, &session)
    try archive.uint64(6, &epoch)
    attach.joined = session == 0 ? nil : Joined(session: session, epoch: epoch)
    // A value of a later version is treated as `exact`, which every client can show.
    try archive.enumeration(7, &attach.fit, or: .exact)
    try archive.string(8, &attach.name)
    try archive.bool(9, &attach.isReadOnly)
    try archive.message(10, &attach.view)
    try archive.bool(11, &attach.showsPictures)
    return attach
  }
}

extension Request.Attach.Fit: WireEnumeration {}

extension ProtocolVersion: WireFields {
  package static var blank: Self { Self(major: 0, minor: 0) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint32(1, &major)
    try archive.uint32(2, &minor)
  }
}

extension WireArchive {
  /// The name of a viewer; nil for none, and for a text that is no name.
  mutating func string(_ field: Int, _ name: inout ViewerName?) throws(WireError) {
    var text = name?.description ?? ""
    try string(field, &text)
    if !Self.isWriter { name = ViewerName(text) }
  }

  /// A view; the shared one is not written.
  mutating func message(_ field: Int, _ view: inout ViewChoice) throws(WireError) {
    var wire = view == .shared ? nil : view
    try message(field, &wire)
    if !Self.isWriter { view = wire ?? .shared }
  }
}

extension ViewChoice: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (kind, id, name) = (UInt32(0), UInt64(0), ViewerName?.none)
    switch value {
    case .shared, nil: break
    case .own(let given): (kind, id) = (1, given)
    case .followed(let given): (kind, name) = (2, given)
    case .speaker: kind = 3
    }
    try archive.uint32(1, &kind)
    try archive.uint64(2, &id)
    try archive.string(3, &name)
    switch kind {
    case 1: return .own(id)
    case 2: return name.map { .followed($0) } ?? .shared
    case 3: return .speaker
    // A kind of a later version counts as the shared view.
    default: return .shared
    }
  }
}
