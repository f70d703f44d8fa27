import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

/// The wire format of version 1.0 (proto/README.md: Compatibility): these files never change, new minors get files of their
/// own.
@Suite("The bytes of protocol 1.0")
struct GoldenBytesTests {
  static let client = ClientID(Array(1...16))
  static let size = CellSize(columns: 80, rows: 24)
  static let small = CellSize(columns: 40, rows: 12)

  static let scene: Scene = {
    var scene = Scene(viewport: size, of: SessionFacts(name: "talk", viewers: 2))
    let pager = ContainerID(rawValue: 1)
    let page = ContainerID(rawValue: 16)
    scene.insert(
      Container(id: pager, kind: .pager, frame: CellRect(x: 0, y: 0, width: 80, height: 23))
    )
    var container = Container(page, .page, CellRect(0, 0, 80, 23))
    container.parent = pager
    container.title = "Grüße"
    container.rows.set(
      [
        TextRow(
          "Hi",
          runs: [StyledRun(length: 2, style: TextStyle(role: .heading1, attributes: .bold))]
        ),
        TextRow("plain", runs: []),
      ],
      at: 0
    )
    scene.insert(container)
    scene.focus = pager
    scene.focusKind = .pager
    return scene
  }()

  private static let timeline = Timeline(
    last: 3,
    changes: [
      FramedChange(frame: 0, change: .root(RootChange(fields: [.viewers: 3]))),
      FramedChange(frame: 3, change: .removeContainer(ContainerID(rawValue: 16))),
    ],
    tracks: [DeltaTrack(container: ContainerID(rawValue: 16), field: .x, deltas: [-10, 0, -70])]
  )

  static func hash(_ byte: UInt8) -> ContentHash {
    guard let hash = ContentHash([UInt8](repeating: byte, count: ContentHash.byteCount)) else {
      preconditionFailure("cannot make a hash")
    }
    return hash
  }

  private static var messages: [(String, LayoutMessage)] {
    let snapshot = Snapshot(
      epoch: 1_000,
      seq: 41,
      version: 12,
      hash: 0xfedc_ba98_7654_3210,
      scene: scene,
      timeline: nil,
      elapsed: .zero
    )
    var moving = snapshot
    moving.timeline = timeline
    moving.elapsed = .milliseconds(20)
    let update = Update(
      epoch: 1_000,
      base: Update.Base(seq: 41, frame: 2),
      seq: 43,
      version: 13,
      hash: 0x0123_4567_89ab_cdef,
      timeline: timeline
    )
    var found = update
    found.timeline = Timeline(
      last: 0,
      changes: [
        FramedChange(
          frame: 0,
          change: .root(
            RootChange(fields: [.matches: 17, .match: 3], texts: [.search: "Blue"])
          )
        ),
        FramedChange(
          frame: 0,
          change: .container(
            ContainerID(rawValue: 16),
            ContainerChange(fields: [.unfiltered: 14], texts: [.filter: "a b"])
          )
        ),
        FramedChange(
          frame: 0,
          change: .rows(
            ContainerID(rawValue: 16),
            first: 0,
            [
              TextRow(
                "Blue Blue",
                runs: [
                  StyledRun(length: 4, style: TextStyle(attributes: [.found, .foundHere])),
                  StyledRun(length: 1, style: .plain),
                  StyledRun(length: 4, style: TextStyle(attributes: .found)),
                ]
              ),
              TextRow(
                "let red",
                runs: [
                  StyledRun(length: 3, style: TextStyle(role: .codeKeyword)),
                  StyledRun(length: 1, style: .plain),
                  StyledRun(
                    length: 3,
                    style: TextStyle(
                      attributes: .dim,
                      foreground: .indexed(1),
                      background: .rgb(255, 250, 0)
                    )
                  ),
                ],
                fill: .codeBlock
              ),
            ]
          )
        ),
      ]
    )
    var moves = Beat(epoch: 1_000, seq: 43, version: 13, hash: 99)
    moves.moves = [7, 0xfedc_ba98_7654_3210]
    return [
      ("snapshot", .snapshot(moving)), ("update", .update(update)),
      ("beat", .beat(Beat(epoch: 1_000, seq: 43, version: 13, hash: 99, isGone: true))),
      ("bye", .bye(Bye(reason: .sessionEnded, text: "somebody ended it"))),
      ("keyframe", .keyframe(snapshot)), ("found", .update(found)), ("moves", .beat(moves)),
    ]
  }

  @Test("the bytes are unchanged, and decode to the same messages")
  func bytes() throws {
    var lines: [String] = []
    for (name, request) in Self.requests {
      lines.append("request \(name) \(hex(request.encoded()))")
    }
    for (name, reply) in Self.replies { lines.append("reply \(name) \(hex(reply.encoded()))") }
    for (name, message) in Self.messages {
      lines.append("layout \(name) \(hex(message.encoded()))")
    }
    try GoldenText().check(lines.joined(separator: "\n") + "\n", name: "protocol-1.0")
    // The bytes decode to the same messages.
    for (name, request) in Self.requests {
      #expect(try Request(decoding: request.encoded()) == request, "\(name)")
    }
    for (name, reply) in Self.replies {
      #expect(try Reply(decoding: reply.encoded()) == reply, "\(name)")
    }
    for (name, message) in Self.messages {
      #expect(try LayoutMessage(decoding: message.encoded()) == message, "\(name)")
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
