import NavBase
import NavScene

extension Update {
  /// Changes one field of the update as a script determines.
  mutating func tamper(_ reader: inout ByteReader) {
    switch reader.byte() % 8 {
    case 0: hash = reader.number(bytes: 8)
    case 1: base.frame = reader.oddNumber()
    case 2: base.seq = reader.number(bytes: 1)
    case 3: epoch = reader.pick([0, epoch, epoch &+ 1, .max])
    case 4: seq = reader.pick([0, seq, seq &+ 1, .max])
    default:
      if timeline == nil { timeline = Timeline(last: 0, changes: []) }
      timeline?.tamper(&reader)
    }
  }
}

extension Timeline {
  /// Changes one field as a script determines.
  mutating func tamper(_ reader: inout ByteReader) {
    switch reader.byte() % 10 {
    case 0: first = reader.oddNumber()
    case 1: last = reader.oddNumber()
    case 2: last = max(0, last) % 180 + reader.int(in: 0...3)
    case 3:
      guard !changes.isEmpty else { return }
      changes.remove(at: reader.int(in: 0...changes.count - 1))
    case 4:
      guard !changes.isEmpty else { return }
      changes[reader.int(in: 0...changes.count - 1)].frame = reader.oddNumber()
    case 5:
      guard !tracks.isEmpty else { return }
      tracks[reader.int(in: 0...tracks.count - 1)] = reader.track()
    case 6:
      let track = reader.track()
      tracks.append(track)
      // The timeline is extended to the track's length.
      if first >= 0, first < 200 { last = Swift.max(last, first + track.deltas.count) }
    default:
      let index = reader.int(in: 0...changes.count)
      let frame = index < changes.count ? changes[index].frame : last
      changes.insert(FramedChange(frame: frame, change: reader.change()), at: index)
    }
  }
}

extension ByteReader {
  fileprivate mutating func container() -> ContainerID {
    ContainerID(rawValue: UInt32(int(in: 0...14)))
  }

  fileprivate mutating func track() -> DeltaTrack {
    DeltaTrack(
      container: container(),
      field: pick(ContainerField.allCases),
      deltas: (0..<int(in: 0...25)).map { _ in oddNumber() }
    )
  }

  fileprivate mutating func change() -> SceneChange {
    switch byte() % 6 {
    case 0:
      .root(
        RootChange(
          fields: [pick(RootField.allCases): oddNumber()],
          texts: [pick(RootText.allCases): text()]
        )
      )
    case 1: .removeContainer(container())
    case 2: .removeRows(container(), range())
    case 3: .rows(container(), first: oddNumber(), [TextRow(text())])
    default:
      .container(
        container(),
        ContainerChange(
          fields: [pick(ContainerField.allCases): oddNumber()],
          texts: flag() ? [pick(ContainerText.allCases): text()] : [:]
        )
      )
    }
  }

  /// Returns a range that the wire can encode: from 0 on, of any length below 2^32.
  private mutating func range() -> Range<Int> {
    let first = max(0, oddNumber() % (1 << 32))
    return first..<first + max(0, oddNumber() % (1 << 32))
  }

  private mutating func text() -> String {
    pick(["", "a", "\u{4e2d}", "e\u{301}", "\u{1b}[2J", String(repeating: "x", count: 300)])
  }
}
