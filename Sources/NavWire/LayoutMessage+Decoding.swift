import NavScene
package import NavSync
import SwiftProtobuf

extension LayoutMessage {
  package init(decoding bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_LayoutMessage = try parsed(bytes)
    switch message.message {
    case .snapshot(let snapshot): self = .snapshot(try Snapshot(snapshot))
    case .update(let update): self = .update(try Update(update))
    case .beat(let beat): self = .beat(Beat(beat))
    case .bye(let bye): self = .bye(Bye(bye))
    case .keyframe(let snapshot): self = .keyframe(try Snapshot(snapshot))
    case nil: throw WireError("a layout message of an unknown kind")
    }
  }
}

extension Snapshot {
  fileprivate init(_ message: Navd_V1_Snapshot) throws(WireError) {
    self.init(
      epoch: message.epoch,
      seq: message.seq,
      version: message.version,
      hash: message.hash,
      scene: try Scene(message.scene),
      timeline: message.hasTimeline ? try Timeline(message.timeline) : nil,
      // Without a timeline no time has elapsed.
      elapsed: .milliseconds(message.hasTimeline ? Int64(message.elapsedMs) : 0)
    )
  }
}

extension Update {
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
  fileprivate init(_ message: Navd_V1_Beat) {
    self.init(
      epoch: message.epoch,
      seq: message.seq,
      version: message.version,
      hash: message.hash,
      isGone: message.gone
    )
    moves = message.moves
  }
}

extension Bye {
  fileprivate init(_ message: Navd_V1_Bye) {
    // Any other or later reason makes the client reconnect.
    let reason: Reason = message.reason == .sessionEnded ? .sessionEnded : .daemonStops
    self.init(reason: reason, text: message.text)
  }
}

extension Timeline {
  fileprivate init(_ message: Navd_V1_Timeline) throws(WireError) {
    let first = Int(message.first)
    var changes: [FramedChange] = []
    for wire in message.changes {
      // Ignores a change of a later version.
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
  fileprivate func sceneChange() throws(WireError) -> SceneChange? {
    switch change {
    case .root(let root): .root(root.change)
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
