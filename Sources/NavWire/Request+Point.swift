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
      /// Marks the word of a place, or takes its mark away.
      case markWord(Place)
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

// MARK: On the wire

extension Request.Point: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (session, viewer) = (value?.session ?? .blank, value?.viewer ?? 0)
    var (kind, place, epoch) = (UInt32(0), Place?.none, value?.epoch ?? 0)
    switch value?.kind {
    case .show(let shown): (kind, place) = (1, shown)
    case .hide: kind = 2
    case .mark(let marked): (kind, place) = (3, marked)
    case .unmark: kind = 4
    case .markWord(let marked): (kind, place) = (5, marked)
    case nil: break
    }
    try archive.message(1, &session)
    try archive.uint64(2, &viewer)
    try archive.check(viewer > 0, "a pointer that names no viewer: attach first")
    try archive.uint32(3, &kind)
    var container = place?.page.rawValue ?? 0
    var (row, column) = (place?.row ?? 0, place?.column ?? 0)
    try archive.uint32(4, &container)
    try archive.uint32(5, &row)
    try archive.uint32(6, &column)
    try archive.uint64(7, &epoch)
    if let value { return value }

    guard (1...5).contains(kind) else {
      throw WireError("a pointer of an unknown kind; the daemon may be older than the client")
    }
    let isPlaced = kind % 2 == 1
    guard !isPlaced || container > 0 else {
      throw WireError("a pointer on no page; name the page that is pointed at")
    }
    let read = Place(page: ContainerID(rawValue: container), row: row, column: column)
    let kinds: [Kind] = [.show(read), .hide, .mark(read), .unmark, .markWord(read)]
    return Self(session: session, viewer: viewer, kinds[Int(kind) - 1], epoch: epoch)
  }
}
