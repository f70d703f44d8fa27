import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Pans, their releases and tabs on the wire (SN-19, SN-20)")
struct PanWireTests {
  private let client = [UInt8](repeating: 7, count: 16)

  /// The fields of a pan; nil omits one.
  private struct Said {
    var session: UInt64? = 5
    var viewer: UInt64? = 9
    var gesture: UInt64? = 3
    var container: UInt64? = 17
    var axis: UInt64? = 1
    var translation: Int64? = -4
    var velocity: Int64? = 2_500
    var isCancelled = false
  }

  private static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }

  private func pan(_ said: Said, seq: UInt64 = 0, client: [UInt8]? = nil) throws -> Request.PanMove?
  {
    let session = said.session.map { [1: [1: .varint($0)]] as ForeignMessage } ?? [:]
    let rest: ForeignMessage = [
      2: .varint(said.viewer), 3: .varint(said.gesture), 4: .varint(said.container),
      5: .varint(said.axis), 6: .varint(said.translation.map(Self.zigzag)),
    ]
    let message: ForeignMessage = [
      1: 42, 2: .data(client ?? self.client), 3: .varint(seq > 0 ? seq : nil),
      22: .message(session + rest),
    ]
    guard case .pan(let pan) = try Request(decoding: message.bytes).body else { return nil }
    return pan
  }

  private func release(_ said: Said, seq: UInt64 = 1) throws -> PanEnd? {
    let end: ForeignMessage = [
      1: .varint(said.gesture), 2: .varint(said.container), 3: .varint(said.axis),
      4: .varint(said.translation.map(Self.zigzag)), 5: .varint(said.velocity.map(Self.zigzag)),
      6: .varint(said.isCancelled ? 1 : nil),
    ]
    let message: ForeignMessage = [
      1: 42, 2: .data(client), 3: .varint(seq > 0 ? seq : nil),
      13: [1: [1: 5], 2: .varint(said.viewer), 7: .message(end)],
    ]
    guard case .input(let input) = try Request(decoding: message.bytes).body,
      case .release(let release) = input.action
    else { return nil }
    return release
  }

  @Test("a pan and a release written by hand, field by field")
  func handWritten() throws {
    #expect(
      try pan(Said())
        == Request.PanMove(
          session: .id(5),
          viewer: 9,
          Pan(gesture: 3, container: ContainerID(rawValue: 17), axis: .horizontal, translation: -4)
        )
    )
    #expect(
      try release(Said(axis: 2, velocity: -2_500, isCancelled: true))
        == PanEnd(
          Pan(gesture: 3, container: ContainerID(rawValue: 17), axis: .vertical, translation: -4),
          velocity: -2.5,
          isCancelled: true
        )
    )
    // Omitted fields are zero.
    let still = try release(Said(translation: nil, velocity: nil))
    #expect(still?.move.translation == 0 && still?.velocity == 0 && still?.isCancelled == false)
  }

  @Test("a pan is passing: it has no number, and needs no client; its release is numbered")
  func numbers() throws {
    #expect(throws: Never.self) { try pan(Said(), client: []) }
    #expect(throws: WireError.self) { try pan(Said(), seq: 1) }
    #expect(throws: Never.self) { try release(Said(), seq: 1) }
    #expect(throws: WireError.self) { try release(Said(), seq: 0) }
    let body = try Request.Body.pan(#require(try pan(Said())))
    #expect(!body.isOperation)
  }

  @Test(
    "a pan and a release need a gesture, a container and an axis",
    arguments: [
      Said(gesture: nil), Said(gesture: 0), Said(container: nil), Said(container: 0),
      Said(axis: nil), Said(axis: 0), Said(axis: 3), Said(axis: 1 << 40),
    ]
  )
  private func incomplete(said: Said) {
    #expect(throws: WireError.self) { try pan(said) }
    #expect(throws: WireError.self) { try release(said) }
  }

  @Test("a pan needs a session and a viewer, a release may be without a viewer")
  func whose() throws {
    #expect(throws: WireError.self) { try pan(Said(session: nil)) }
    #expect(throws: WireError.self) { try pan(Said(viewer: nil)) }
    #expect(throws: WireError.self) { try pan(Said(viewer: 0)) }
    #expect(throws: Never.self) { try release(Said(viewer: nil)) }
  }

  @Test(
    "a translation is at most 1,048,576 cells either way",
    arguments: [
      (0, true), (1_048_576, true), (-1_048_576, true), (1_048_577, false), (-1_048_577, false),
      (1 << 32, false), (.max, false), (.min, false),
    ] as [(Int64, Bool)]
  )
  func translations(translation: Int64, isFine: Bool) throws {
    let said = Said(translation: translation)
    #expect((try? pan(said))??.pan.translation == (isFine ? Int(translation) : nil))
    #expect((try? release(said))??.move.translation == (isFine ? Int(translation) : nil))
    #expect(Pan.maximumTranslation == 1_048_576)
  }

  @Test(
    "SN-20: a velocity has a sign, and is at most 1,073,741,824 either way",
    arguments: [
      (0, true), (1, true), (-1, true), (1_073_741_824, true), (-1_073_741_824, true),
      (1_073_741_825, false), (-1_073_741_825, false), (1 << 33, false), (.max, false),
      (.min, false),
    ] as [(Int64, Bool)]
  )
  func velocities(velocity: Int64, isFine: Bool) throws {
    let read = (try? release(Said(velocity: velocity)))??.velocity
    #expect(read == (isFine ? Double(velocity) / 1_000 : nil))
    #expect(PanEnd.maximumVelocity == 1_073_741_824)
  }

  @Test("an error names the limit that was exceeded")
  func texts() throws {
    let error = #expect(throws: WireError.self) { try pan(Said(translation: 2_000_000)) }
    #expect(error?.description == "a translation of 2000000 cells; at most 1048576 either way")
  }

  @Test(
    "a tab number is 1 to 64",
    arguments: [
      (0, false), (1, true), (64, true), (65, false), (4_294_967_295, false),
    ] as [(UInt64, Bool)]
  )
  func tabs(number: UInt64, isFine: Bool) throws {
    let message: ForeignMessage = [
      2: .data(client), 3: 1, 13: [1: [1: 5], 4: [1: 12, 2: .varint(number)]],
    ]
    guard isFine else {
      #expect(throws: WireError.self) { try Request(decoding: message.bytes) }
      return
    }
    guard case .input(let input) = try Request(decoding: message.bytes).body else {
      Issue.record("no input")
      return
    }
    #expect(input.action == .command(.tab(Int(number))))
  }

  @Test(
    "other commands by their numbers",
    arguments: [
      (10, .nextTab), (11, .previousTab), (13, .toggleAttachment), (27, .nextPart),
      (28, .toggleText), (32, .toggleBlank), (33, .theme(nil)),
    ] as [(UInt64, SessionCommand)]
  )
  func plainCommands(number: UInt64, command: SessionCommand) throws {
    let message: ForeignMessage = [
      2: .data(client), 3: 1, 13: [1: [1: 5], 4: [1: .varint(number)]],
    ]
    guard case .input(let input) = try Request(decoding: message.bytes).body else {
      Issue.record("no input")
      return
    }
    #expect(input.action == .command(command))
  }

  @Test("any pan is decoded as it was encoded, or refused")
  func roundTrip() throws {
    try forSeeds(0..<2_000) { generator in
      let client = generator.clientID()
      let pan = Request(id: 1, client: client, seq: 0, body: .pan(generator.pan()))
      try demand(Request(decoding: pan.encoded()) == pan, "\(pan)")
      let input = Request.Input(
        session: generator.reference(),
        viewer: 9,
        action: .release(generator.release())
      )
      let release = Request(id: 1, client: client, seq: 1, body: .input(input))
      try demand(Request(decoding: release.encoded()) == release, "\(release)")
    }
  }
}
