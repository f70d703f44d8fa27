package import NavScene

extension Request {
  /// A viewer's pointer or mark, at a place of its own scene (proto/README.md: Pointers).
  package struct Point: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer's id, above 0.
    package var viewer: UInt64
    package var kind: Kind
    /// The epoch of the scene whose page is named.
    package var epoch: UInt64

    package enum Kind: Hashable, Sendable {
      case show(Place)
      case hide
      /// Marks the line of a place, or takes its mark away.
      case mark(Place)
      case unmark
    }

    /// A cell of a page's content; the column counts from the content's first, and windows are as wide as their texts.
    package struct Place: Hashable, Sendable {
      package var page: ContainerID
      package var row: Int
      package var column: Int

      package init(page: ContainerID, row: Int, column: Int) {
        self.page = page
        self.row = row
        self.column = column
      }
    }

    package init(session: SessionReference, viewer: UInt64, _ kind: Kind, epoch: UInt64) {
      self.session = session
      self.viewer = viewer
      self.kind = kind
      self.epoch = epoch
    }
  }
}

extension Request.Point {
  var wire: Navd_V1_Point {
    var message = Navd_V1_Point()
    message.session = session.wire
    message.viewerID = viewer
    message.epoch = epoch
    switch kind {
    case .show(let place):
      message.kind = .show
      message.set(place)
    case .hide: message.kind = .hide
    case .mark(let place):
      message.kind = .mark
      message.set(place)
    case .unmark: message.kind = .unmark
    }
    return message
  }

  init(_ message: Navd_V1_Point) throws(WireError) {
    guard message.viewerID > 0 else {
      throw WireError("a pointer that names no viewer: attach first")
    }
    let kind: Kind =
      switch message.kind {
      case .show: .show(try Place(message))
      case .hide: .hide
      case .mark: .mark(try Place(message))
      case .unmark: .unmark
      case .unspecified, .UNRECOGNIZED:
        throw WireError("a pointer of an unknown kind; the daemon may be older than the client")
      }
    self.init(
      session: try SessionReference(message.session),
      viewer: message.viewerID,
      kind,
      epoch: message.epoch
    )
  }
}

extension Navd_V1_Point {
  fileprivate mutating func set(_ place: Request.Point.Place) {
    container = place.page.rawValue
    row = UInt32(clamping: place.row)
    column = UInt32(clamping: place.column)
  }
}

extension Request.Point.Place {
  fileprivate init(_ message: Navd_V1_Point) throws(WireError) {
    guard message.container > 0 else {
      throw WireError("a pointer on no page; name the page that is pointed at")
    }
    self.init(
      page: ContainerID(rawValue: message.container),
      row: Int(message.row),
      column: Int(message.column)
    )
  }
}
