import NavBase
package import NavScene

extension LayoutMessage: WireMessage {
  private static let members: WireMembers = [1, 2, 3, 4, 5]

  /// The number of its field.
  private var member: Int {
    switch self {
    case .snapshot: 1
    case .update: 2
    case .beat: 3
    case .bye: 4
    case .keyframe: 5
    }
  }

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    let member = archive.member(value?.member, of: members)
    switch member {
    case 1, 5:
      var snapshot: Snapshot?
      switch value {
      case .snapshot(let given), .keyframe(let given): snapshot = given
      default: break
      }
      let read = try archive.message(member ?? 1, snapshot)
      return member == 1 ? .snapshot(read) : .keyframe(read)
    case 2:
      var update: Update?
      if case .update(let given) = value { update = given }
      return .update(try archive.message(2, update))
    case 3:
      var beat: Beat?
      if case .beat(let given) = value { beat = given }
      return .beat(try archive.message(3, beat))
    case 4:
      var bye: Bye?
      if case .bye(let given) = value { bye = given }
      return .bye(try archive.message(4, bye))
    default: throw WireError("a layout message of an unknown kind")
    }
  }
}

extension Snapshot: WireFields {
  package static var blank: Self {
    Self(
      epoch: 0,
      seq: 0,
      version: 0,
      hash: 0,
      scene: Scene(viewport: .zero),
      timeline: nil,
      elapsed: .zero
    )
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint64(1, &epoch)
    try archive.uint64(2, &seq)
    try archive.uint64(3, &version)
    try archive.fixed64(4, &hash)
    try archive.scene(5, &scene)
    try archive.message(6, &timeline)
    // Without a timeline no time has elapsed.
    if timeline == nil { elapsed = .zero }
    try archive.milliseconds32(7, &elapsed)
    if timeline == nil { elapsed = .zero }
  }
}

extension Update: WireFields {
  package static var blank: Self {
    Self(epoch: 0, base: .blank, seq: 0, version: 0, hash: 0, timeline: nil)
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint64(1, &epoch)
    try archive.message(2, &base)
    try archive.uint64(3, &seq)
    try archive.uint64(4, &version)
    try archive.fixed64(5, &hash)
    try archive.message(6, &timeline)
  }
}

extension Update.Base: WireFields {
  package static var blank: Self { Self(seq: 0, frame: 0) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint64(1, &seq)
    try archive.uint32(2, &frame)
  }
}

extension Beat: WireFields {
  package static var blank: Self { Self(epoch: 0, seq: 0, version: 0, hash: 0) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint64(1, &epoch)
    try archive.uint64(2, &seq)
    try archive.uint64(3, &version)
    try archive.fixed64(4, &hash)
    try archive.bool(5, &isGone)
    try archive.fixed64s(6, &moves)
  }
}

extension Bye: WireFields {
  package static var blank: Self { Self(reason: .daemonStops, text: "") }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    // Any other or later reason makes the client reconnect.
    try archive.enumeration(1, &reason, or: .daemonStops)
    try archive.string(2, &text)
  }
}

extension Bye.Reason: WireEnumeration {}

extension Timeline: WireFields {
  package static var blank: Self { Self(last: 0, changes: []) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint32(1, &first)
    try archive.uint32(2, &last)
    let first = first
    var count = 0
    func checkCount(_ archive: some WireArchive) throws(WireError) {
      count += 1
      try archive.check(count <= Limits.changes, "more changes or tracks than a timeline may have")
    }
    try archive.messages(3, &changes) { framed, archive throws(WireError) in
      try checkCount(archive)
      return try FramedChange.coded(framed, after: first, &archive)
    }
    count = 0
    var deltaCount = 0
    try archive.messages(4, &tracks) { track, archive throws(WireError) in
      try checkCount(archive)
      var (container, field) = (track?.container?.rawValue ?? 0, track?.number ?? 0)
      var deltas = track?.deltas ?? []
      try archive.uint32(1, &container)
      try archive.uint32(2, &field)
      try archive.sint32s(3, &deltas)
      deltaCount += deltas.count
      try archive.check(deltaCount <= Limits.deltas, "more deltas than a timeline may have")
      // Ignores a track of a later version.
      return DeltaTrack(container: container, field: field, deltas: deltas)
    }
  }
}

extension FramedChange {
  private static let members: WireMembers = [2, 3, 4, 5, 6]

  /// - Parameter first: the frame of a change without a number.
  fileprivate static func coded(
    _ value: Self?,
    after first: Int,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self? {
    var frame = value.map { $0.frame == first ? 0 : $0.frame } ?? 0
    try archive.uint32(1, &frame)
    let member = archive.member(value?.change.member, of: members)
    // Ignores a change of a later version.
    guard let change = try SceneChange.coded(value?.change, as: member, &archive) else {
      return nil
    }
    return FramedChange(frame: frame == 0 ? first : frame, change: change)
  }
}

extension SceneChange {
  /// The number of its field.
  fileprivate var member: Int {
    switch self {
    case .root: 2
    case .container: 3
    case .rows: 4
    case .removeContainer: 5
    case .removeRows: 6
    }
  }

  /// Nil for a kind of a later version.
  fileprivate static func coded(
    _ value: Self?,
    as member: Int?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self? {
    switch member {
    case 2:
      var root: RootChange?
      if case .root(let given) = value { root = given }
      root = try archive.table(2, root) {
        $0.write(to: &$1)
      } read: { reader throws(WireError) in
        try RootChange(reading: &reader)
      }
      return root.map { .root($0) }
    case 3:
      var container: (id: ContainerID, change: ContainerChange)?
      if case .container(let id, let change) = value { container = (id, change) }
      container = try archive.table(3, container) { container, writer in
        let fields = container.change.fields
        ContainerChange.write(fields.mask, of: fields.values, id: container.id, to: &writer)
      } read: { reader throws(WireError) in
        try ContainerChange.read(from: &reader)
      }
      return container.map { .container($0.id, $0.change) }
    case 4:
      var rows: PlacedRows?
      if case .rows(let id, let first, let given) = value {
        rows = PlacedRows(container: id, first: first, rows: given)
      }
      rows = try archive.table(4, rows) {
        $0.rows.write($0.container, first: $0.first, to: &$1)
      } read: { reader throws(WireError) in
        try PlacedRows(reading: &reader)
      }
      return rows.map { .rows($0.container, first: $0.first, $0.rows) }
    case 5:
      // Written even if it is 0.
      var id = UInt32?.some(0)
      if case .removeContainer(let removed) = value { id = removed.rawValue }
      try archive.uint32(5, &id)
      return id.map { .removeContainer(ContainerID(rawValue: $0)) }
    case 6:
      var (container, first, count) = (UInt32(0), 0, 0)
      if case .removeRows(let id, let range) = value {
        (container, first, count) = (id.rawValue, range.lowerBound, range.count)
      }
      try archive.message(6) { archive throws(WireError) in
        try archive.uint32(1, &container)
        try archive.uint32(2, &first)
        try archive.uint32(3, &count)
      }
      return .removeRows(ContainerID(rawValue: container), first..<first + count)
    default: return nil
    }
  }
}

extension WireArchive {
  /// A scene; one that is not there is empty.
  mutating func scene(_ field: Int, _ scene: inout Scene) throws(WireError) {
    var given = Self.isWriter ? scene : nil
    try self.scene(field, &given)
    if !Self.isWriter { scene = given ?? Scene(viewport: .zero) }
  }

  /// A scene; nil for one that is not there.
  mutating func scene(_ field: Int, _ scene: inout Scene?) throws(WireError) {
    scene = try table(field, scene) {
      $0.write(to: &$1)
    } read: { reader throws(WireError) in
      try Scene(reading: &reader)
    }
  }
}
