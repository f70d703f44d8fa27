import NavLayout
package import NavSync
import SwiftProtobuf

extension LayoutMessage {
  /// The bytes to publish behind the topic.
  package func encoded() -> [UInt8] {
    serialized(wire)
  }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_LayoutMessage = try parsed(bytes)
    switch message.message {
    case .snapshot(let snapshot): self = .snapshot(try Snapshot(snapshot))
    case .update(let update): self = .update(try Update(update))
    case .beat(let beat): self = .beat(Beat(beat))
    case .bye(let bye): self = .bye(Bye(bye))
    case nil: throw WireError("a layout message of an unknown kind")
    }
  }

  private var wire: Navd_V1_LayoutMessage {
    var message = Navd_V1_LayoutMessage()
    switch self {
    case .snapshot(let snapshot): message.snapshot = snapshot.wire
    case .update(let update): message.update = update.wire
    case .beat(let beat): message.beat = beat.wire
    case .bye(let bye): message.bye = bye.wire
    }
    return message
  }
}

extension Snapshot {
  fileprivate var wire: Navd_V1_Snapshot {
    var message = Navd_V1_Snapshot()
    message.epoch = epoch
    message.seq = seq
    message.version = version
    message.hash = hash
    message.scene = scene.wire
    if let timeline {
      message.timeline = timeline.wire
      message.elapsedMs = UInt32(clamping: elapsed.milliseconds)
    }
    return message
  }

  fileprivate init(_ message: Navd_V1_Snapshot) throws(WireError) {
    self.init(
      epoch: message.epoch,
      seq: message.seq,
      version: message.version,
      hash: message.hash,
      scene: try Scene(message.scene),
      timeline: message.hasTimeline ? try Timeline(message.timeline) : nil,
      elapsed: .milliseconds(Int64(message.elapsedMs))
    )
  }
}

extension Update {
  fileprivate var wire: Navd_V1_Update {
    var message = Navd_V1_Update()
    message.epoch = epoch
    message.base.seq = base.seq
    message.base.frame = UInt32(clamping: base.frame)
    message.seq = seq
    message.version = version
    message.hash = hash
    if let timeline { message.timeline = timeline.wire }
    return message
  }

  fileprivate init(_ message: Navd_V1_Update) throws(WireError) {
    self.init(
      epoch: message.epoch,
      base: Base(seq: message.base.seq, frame: Int(message.base.frame)),
      seq: message.seq,
      version: message.version,
      hash: message.hash,
      timeline: message.hasTimeline ? try Timeline(message.timeline) : nil
    )
  }
}

extension Beat {
  fileprivate var wire: Navd_V1_Beat {
    var message = Navd_V1_Beat()
    message.epoch = epoch
    message.seq = seq
    message.version = version
    message.hash = hash
    message.gone = isGone
    return message
  }

  fileprivate init(_ message: Navd_V1_Beat) {
    self.init(
      epoch: message.epoch,
      seq: message.seq,
      version: message.version,
      hash: message.hash,
      isGone: message.gone
    )
  }
}

extension Bye {
  fileprivate var wire: Navd_V1_Bye {
    var message = Navd_V1_Bye()
    message.reason =
      switch reason {
      case .sessionEnded: .sessionEnded
      case .daemonStops: .daemonStops
      }
    message.text = text
    return message
  }

  fileprivate init(_ message: Navd_V1_Bye) {
    // A reason that a later version knows: come back and see.
    let reason: Reason = message.reason == .sessionEnded ? .sessionEnded : .daemonStops
    self.init(reason: reason, text: message.text)
  }
}

extension Timeline {
  fileprivate var wire: Navd_V1_Timeline {
    var message = Navd_V1_Timeline()
    message.first = UInt32(clamping: first)
    message.last = UInt32(clamping: last)
    message.changes = changes.map { Navd_V1_Change($0, first: first) }
    message.tracks = tracks.map { track in
      var wire = Navd_V1_Track()
      wire.container = track.container.rawValue
      wire.field = UInt32(track.field.rawValue)
      wire.deltas = track.deltas.map { Int32(clamping: $0) }
      return wire
    }
    return message
  }

  fileprivate init(_ message: Navd_V1_Timeline) throws(WireError) {
    let first = Int(message.first)
    var changes: [FramedChange] = []
    for wire in message.changes {
      // A change that a later version knows is passed over.
      guard let change = try wire.sceneChange() else { continue }
      changes.append(FramedChange(frame: wire.frame == 0 ? first : Int(wire.frame), change: change))
    }
    var tracks: [DeltaTrack] = []
    for wire in message.tracks {
      guard let number = UInt8(exactly: wire.field), let field = ContainerField(rawValue: number)
      else { continue }
      tracks.append(
        DeltaTrack(
          container: ContainerID(rawValue: wire.container),
          field: field,
          deltas: wire.deltas.map(Int.init)
        )
      )
    }
    self.init(first: first, last: Int(message.last), changes: changes, tracks: tracks)
  }
}

extension Navd_V1_Change {
  fileprivate init(_ framed: FramedChange, first: Int) {
    self.init()
    if framed.frame != first { frame = UInt32(clamping: framed.frame) }
    switch framed.change {
    case .root(let fields): root = Navd_V1_Root(fields)
    case .container(let id, let change): container = Navd_V1_Container(id, change)
    case .rows(let id, let first, let rows): self.rows = Navd_V1_Rows(id, first: first, rows)
    case .removeContainer(let id): removeContainer = id.rawValue
    case .removeRows(let id, let range):
      removeRows.container = id.rawValue
      removeRows.first = UInt32(clamping: range.lowerBound)
      removeRows.count = UInt32(clamping: range.count)
    }
  }

  fileprivate func sceneChange() throws(WireError) -> SceneChange? {
    switch change {
    case .root(let root): .root(root.fields)
    case .container(let container):
      .container(ContainerID(rawValue: container.id), container.change)
    case .rows(let rows):
      .rows(
        ContainerID(rawValue: rows.container),
        first: Int(rows.first),
        try rows.textRows()
      )
    case .removeContainer(let id): .removeContainer(ContainerID(rawValue: id))
    case .removeRows(let range):
      .removeRows(
        ContainerID(rawValue: range.container),
        Int(range.first)..<Int(range.first) + Int(range.count)
      )
    case nil: nil
    }
  }
}
