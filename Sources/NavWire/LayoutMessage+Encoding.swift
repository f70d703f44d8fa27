import NavGeometry
import NavModel
import NavScene
package import NavSync
import NavText

extension LayoutMessage {
  /// Returns the bytes to publish after the topic.
  package func encoded() -> [UInt8] {
    var writer = WireWriter(capacity: 1_024)
    switch self {
    case .snapshot(let snapshot): writer.message(1) { snapshot.write(to: &$0) }
    case .update(let update): writer.message(2) { update.write(to: &$0) }
    case .beat(let beat): writer.message(3) { beat.write(to: &$0) }
    case .bye(let bye): writer.message(4) { bye.write(to: &$0) }
    case .keyframe(let snapshot): writer.message(5) { snapshot.write(to: &$0) }
    }
    return writer.bytes
  }
}

extension Snapshot {
  fileprivate func write(to writer: inout WireWriter) {
    writer.unsigned(1, epoch)
    writer.unsigned(2, seq)
    writer.unsigned(3, version)
    writer.fixed64(4, hash)
    writer.message(5) { scene.write(to: &$0) }
    if let timeline {
      writer.message(6) { timeline.write(to: &$0) }
      writer.unsigned(7, elapsed.milliseconds)
    }
  }
}

extension Update {
  fileprivate func write(to writer: inout WireWriter) {
    writer.unsigned(1, epoch)
    writer.message(2) { writer in
      writer.unsigned(1, base.seq)
      writer.unsigned(2, base.frame)
    }
    writer.unsigned(3, seq)
    writer.unsigned(4, version)
    writer.fixed64(5, hash)
    if let timeline { writer.message(6) { timeline.write(to: &$0) } }
  }
}

extension Beat {
  fileprivate func write(to writer: inout WireWriter) {
    writer.unsigned(1, epoch)
    writer.unsigned(2, seq)
    writer.unsigned(3, version)
    writer.fixed64(4, hash)
    writer.unsigned(5, isGone ? 1 : 0)
    writer.packedFixed64(6, moves)
  }
}

extension Bye {
  fileprivate func write(to writer: inout WireWriter) {
    writer.unsigned(1, reason.number)
    writer.text(2, text)
  }
}

extension Bye.Reason {
  /// The number in `layout.proto`.
  var number: UInt32 {
    switch self {
    case .sessionEnded: 1
    case .daemonStops: 2
    }
  }
}

extension Timeline {
  fileprivate func write(to writer: inout WireWriter) {
    writer.unsigned(1, first)
    writer.unsigned(2, last)
    for framed in changes {
      writer.message(3) { writer in
        if framed.frame != first { writer.present(1, framed.frame) }
        framed.change.write(to: &writer)
      }
    }
    for track in tracks {
      writer.message(4) { writer in
        writer.unsigned(1, track.container?.rawValue ?? 0)
        writer.unsigned(2, track.number)
        writer.packedSigned(3, track.deltas.map { Int(Int32(clamping: $0)) })
      }
    }
  }
}

extension SceneChange {
  fileprivate func write(to writer: inout WireWriter) {
    switch self {
    case .root(let change): writer.message(2) { change.write(to: &$0) }
    case .container(let id, let change):
      writer.message(3) { writer in
        ContainerChange.write(
          change.fields.mask,
          of: change.fields.values,
          id: id,
          to: &writer
        )
      }
    case .rows(let id, let first, let rows):
      writer.message(4) { rows.write(id, first: first, to: &$0) }
    case .removeContainer(let id): writer.present(5, id.rawValue)
    case .removeRows(let id, let range):
      writer.message(6) { writer in
        writer.unsigned(1, id.rawValue)
        writer.unsigned(2, range.lowerBound)
        writer.unsigned(3, range.count)
      }
    }
  }
}
