import NavGeometry
import NavScene
package import NavSync
import NavText

extension LayoutMessage {
  package init(decoding bytes: [UInt8]) throws(WireError) {
    var reader = WireReader(bytes)
    var message: LayoutMessage?
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .bytes): message = .snapshot(try reader.message(Snapshot.init(reading:)))
      case (2, .bytes): message = .update(try reader.message(Update.init(reading:)))
      case (3, .bytes): message = .beat(try reader.message(Beat.init(reading:)))
      case (4, .bytes): message = .bye(try reader.message(Bye.init(reading:)))
      case (5, .bytes): message = .keyframe(try reader.message(Snapshot.init(reading:)))
      default: try reader.skip(tag)
      }
    }
    guard let message else { throw WireError("a layout message of an unknown kind") }
    self = message
  }
}

extension Snapshot {
  fileprivate init(reading reader: inout WireReader) throws(WireError) {
    self.init(
      epoch: 0,
      seq: 0,
      version: 0,
      hash: 0,
      scene: Scene(viewport: .zero),
      timeline: nil,
      elapsed: .zero
    )
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): epoch = try reader.varint()
      case (2, .varint): seq = try reader.varint()
      case (3, .varint): version = try reader.varint()
      case (4, .fixed64): hash = try reader.fixed64()
      case (5, .bytes): scene = try reader.message(Scene.init(reading:))
      case (6, .bytes): timeline = try reader.message(Timeline.init(reading:))
      case (7, .varint): elapsed = .milliseconds(Int64(try reader.unsigned32()))
      default: try reader.skip(tag)
      }
    }
    // Without a timeline no time has elapsed.
    if timeline == nil { elapsed = .zero }
  }
}

extension Update {
  fileprivate init(reading reader: inout WireReader) throws(WireError) {
    self.init(
      epoch: 0,
      base: Base(seq: 0, frame: 0),
      seq: 0,
      version: 0,
      hash: 0,
      timeline: nil
    )
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): epoch = try reader.varint()
      case (2, .bytes): base = try reader.message(Base.init(reading:))
      case (3, .varint): seq = try reader.varint()
      case (4, .varint): version = try reader.varint()
      case (5, .fixed64): hash = try reader.fixed64()
      case (6, .bytes): timeline = try reader.message(Timeline.init(reading:))
      default: try reader.skip(tag)
      }
    }
  }
}

extension Update.Base {
  fileprivate init(reading reader: inout WireReader) throws(WireError) {
    self.init(seq: 0, frame: 0)
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): seq = try reader.varint()
      case (2, .varint): frame = Int(try reader.unsigned32())
      default: try reader.skip(tag)
      }
    }
  }
}

extension Beat {
  fileprivate init(reading reader: inout WireReader) throws(WireError) {
    self.init(epoch: 0, seq: 0, version: 0, hash: 0)
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): epoch = try reader.varint()
      case (2, .varint): seq = try reader.varint()
      case (3, .varint): version = try reader.varint()
      case (4, .fixed64): hash = try reader.fixed64()
      case (5, .varint): isGone = try reader.varint() != 0
      case (6, .bytes), (6, .fixed64):
        try reader.numbers(of: tag.type, into: &moves) { reader throws(WireError) in
          try reader.fixed64()
        }
      default: try reader.skip(tag)
      }
    }
  }
}

extension Bye {
  fileprivate init(reading reader: inout WireReader) throws(WireError) {
    // Any other or later reason makes the client reconnect.
    self.init(reason: .daemonStops, text: "")
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint):
        reason =
          try reader.unsigned32() == Reason.sessionEnded.number ? .sessionEnded : .daemonStops
      case (2, .bytes): text = try reader.text()
      default: try reader.skip(tag)
      }
    }
  }
}

extension Timeline {
  fileprivate init(reading reader: inout WireReader) throws(WireError) {
    self.init(last: 0, changes: [])
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): first = Int(try reader.unsigned32())
      case (2, .varint): last = Int(try reader.unsigned32())
      case (3, .bytes):
        // Ignores a change of a later version.
        if let change = try reader.message(FramedChange.read(from:)) { changes.append(change) }
      case (4, .bytes):
        // Ignores a track of a later version.
        if let track = try reader.message(DeltaTrack.read(from:)) { tracks.append(track) }
      default: try reader.skip(tag)
      }
    }
    // A change without a number happens in the first frame.
    for index in changes.indices where changes[index].frame == 0 { changes[index].frame = first }
  }
}

extension DeltaTrack {
  /// Reads a track; nil if this version does not know its field.
  fileprivate static func read(from reader: inout WireReader) throws(WireError) -> DeltaTrack? {
    var container: UInt32 = 0
    var field: UInt32 = 0
    var deltas: [Int] = []
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): container = try reader.unsigned32()
      case (2, .varint): field = try reader.unsigned32()
      case (3, .bytes), (3, .varint):
        try reader.numbers(of: tag.type, into: &deltas) { reader throws(WireError) in
          Int(try reader.signed32())
        }
      default: try reader.skip(tag)
      }
    }
    return DeltaTrack(container: container, field: Int(field), deltas: deltas)
  }
}

extension FramedChange {
  /// Reads a change; nil if this version does not know its kind.
  fileprivate static func read(from reader: inout WireReader) throws(WireError) -> FramedChange? {
    var frame: UInt32 = 0
    var change: SceneChange?
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): frame = try reader.unsigned32()
      case (2, .bytes): change = .root(try reader.message(RootChange.init(reading:)))
      case (3, .bytes):
        let container = try reader.message(ContainerChange.read(from:))
        change = .container(container.id, container.change)
      case (4, .bytes):
        let placed = try reader.message(PlacedRows.init(reading:))
        change = .rows(placed.container, first: placed.first, placed.rows)
      case (5, .varint):
        change = .removeContainer(ContainerID(rawValue: try reader.unsigned32()))
      case (6, .bytes):
        let (id, range) = try reader.message(SceneChange.readRange(from:))
        change = .removeRows(id, range)
      default: try reader.skip(tag)
      }
    }
    return change.map { FramedChange(frame: Int(frame), change: $0) }
  }
}

extension SceneChange {
  fileprivate static func readRange(
    from reader: inout WireReader
  ) throws(WireError) -> (ContainerID, Range<Int>) {
    var container: UInt32 = 0
    var first: UInt32 = 0
    var count: UInt32 = 0
    while let tag = try reader.next() {
      switch (tag.number, tag.type) {
      case (1, .varint): container = try reader.unsigned32()
      case (2, .varint): first = try reader.unsigned32()
      case (3, .varint): count = try reader.unsigned32()
      default: try reader.skip(tag)
      }
    }
    return (ContainerID(rawValue: container), Int(first)..<Int(first) + Int(count))
  }
}
