import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Limits of decoded messages")
struct LimitTests {
  private let client = [UInt8](repeating: 1, count: 16)

  private func request(
    client: [UInt8]? = nil,
    seq: UInt64 = 0,
    _ body: ForeignMessage
  ) -> [UInt8] {
    let head: ForeignMessage = [
      2: .data(client ?? self.client), 3: .varint(seq > 0 ? seq : nil),
    ]
    return (head + body).bytes
  }

  private func isRead(_ bytes: [UInt8]) -> Bool {
    (try? Request(decoding: bytes)) != nil
  }

  @Test(
    "a viewport is 1x1 to 1000x500",
    arguments: [
      (1, 1, true), (1000, 500, true), (0, 1, false), (1, 0, false), (1001, 500, false),
      (1000, 501, false), (4_294_967_295, 1, false),
    ]
  )
  func viewports(columns: UInt64, rows: UInt64, isFine: Bool) {
    let viewport: ForeignMessage = [1: .varint(columns), 2: .varint(rows)]
    let snapshot = request([17: [1: [1: 5], 2: .message(viewport)]])
    let attach = request([10: [2: "x", 3: .message(viewport)]])
    #expect(isRead(snapshot) == isFine)
    #expect(isRead(attach) == isFine)
  }

  @Test(
    "a client ID has 16 bytes; reads except attach need none",
    arguments: [0, 1, 15, 16, 17]
  )
  func clientIDs(count: Int) {
    let client = [UInt8](repeating: 1, count: count)
    let list = request(client: client, [16: [:]])
    #expect(isRead(list) == (count == 0 || count == 16))
    let attach = request(client: client, [10: [2: "x", 3: [1: 80, 2: 24]]])
    #expect(isRead(attach) == (count == 16))
    let kill = request(client: client, seq: 1, [15: [1: [1: 5]]])
    #expect(isRead(kill) == (count == 16))
  }

  @Test("a request has at most 64 keys", arguments: [0, 1, 64, 65])
  func keys(count: Int) {
    let keys = ForeignMessage((0..<count).map { _ in (1, "Right") })
    let bytes = request(seq: 1, [13: [1: [1: 5], 5: .message(keys)]])
    #expect(isRead(bytes) == (count <= 64))
  }

  /// A command of a kind with a text.
  private func command(_ kind: UInt64, _ text: [UInt8]) -> [UInt8] {
    request(seq: 1, [13: [1: [1: 5], 4: [1: .varint(kind), 3: .data(text)]]])
  }

  @Test("the text of a command has at most 256 bytes", arguments: [14, 17] as [UInt64])
  func commandTexts(kind: UInt64) {
    for (count, isFine) in [(0, true), (1, true), (256, true), (257, false)] {
      #expect(isRead(command(kind, Array(repeating: 0x61, count: count))) == isFine, "\(count)")
    }
    // Sanitised, the text is longer than before.
    #expect(isRead(command(kind, Array(repeating: 0x07, count: 85))))
    #expect(!isRead(command(kind, Array(repeating: 0x07, count: 86))))
    #expect(!isRead(command(kind, [0xff])))
  }

  @Test("the text of a command is safe for every terminal that shows it")
  func safeTexts() throws {
    for (kind, made) in [(14, SessionCommand.search), (17, SessionCommand.filter)]
      as [(UInt64, (String) -> SessionCommand)]
    {
      for (text, expected) in [
        ("a\u{1B}[2J", "a\u{FFFD}[2J"), ("a\r\nb", "a b"), ("\u{202E}x", "\u{FFFD}x"), ("é", "é"),
      ] {
        let body = try Request(decoding: command(kind, Array(text.utf8))).body
        guard case .input(let input) = body else {
          Issue.record("no input")
          return
        }
        #expect(input.action == .command(made(expected)))
      }
    }
  }

  private func outline(_ body: ForeignMessage) -> [UInt8] {
    ([19: .message(body)] as ForeignMessage).bytes
  }

  @Test("an outline has at most 10,000 entries", arguments: [0, 1, 10_000, 10_001])
  func outlines(count: Int) {
    let bytes = outline(ForeignMessage((0..<count).map { _ in (1, [1: 1]) }))
    #expect(((try? Reply(decoding: bytes)) != nil) == (count <= 10_000))
  }

  @Test("the current entry of an outline is one of its entries, or none")
  func outlinePlaces() throws {
    for (current, isFine) in [(0, true), (1, true), (2, true), (3, false)] as [(UInt64, Bool)] {
      let bytes = outline([1: [1: 1], 1: [1: 1], 2: .varint(current)])
      #expect(((try? Reply(decoding: bytes)) != nil) == isFine, "\(current)")
    }
    // Levels out of range become the nearest ones, and titles are sanitised.
    let odd = outline([1: [2: "a\nb"], 1: [1: 99]])
    guard case .outline(let read) = try Reply(decoding: odd).body else {
      Issue.record("no outline")
      return
    }
    #expect(read.entries.map(\.level) == [1, 16])
    #expect(read.entries[0].title == "a b")
  }

  // MARK: Memory

  /// A reply with the screen of a session that has one container.
  private func snapshot(rows: ForeignMessage) -> [UInt8] {
    scene([2: [1: 1], 3: .message([1: 1] + rows)])
  }

  /// A reply with the screen of a session.
  private func scene(_ scene: ForeignMessage) -> [UInt8] {
    ([14: [3: .message(scene)]] as ForeignMessage).bytes
  }

  /// A scene of containers.
  private func scene(of containers: some Sequence<UInt64>) -> [UInt8] {
    scene(ForeignMessage(containers.map { (2, [1: .varint($0)]) }))
  }

  /// An update with a timeline.
  private func update(_ timeline: ForeignMessage) -> [UInt8] {
    ([2: [6: .message(timeline)]] as ForeignMessage).bytes
  }

  private func isReply(_ bytes: [UInt8]) -> Bool { (try? Reply(decoding: bytes)) != nil }

  /// Numbers as a packed field has them.
  private func packed(_ numbers: [UInt64]) -> [UInt8] {
    numbers.flatMap(ForeignMessage.varint)
  }

  @Test(
    "rows are counted before they are unpacked",
    arguments: [(1, true), (10_000, true), (1_100_000, false), (30_000_000, false)]
  )
  func rows(count: Int, isFine: Bool) {
    let text = [UInt8](repeating: UInt8(ascii: "\n"), count: count)
    #expect(isReply(snapshot(rows: [3: .data(text)])) == isFine)
  }

  @Test("so are their blanks", arguments: [(1, true), (1_000, true), (40_000, false)])
  func blanks(count: Int, isFine: Bool) {
    let text = [UInt8](repeating: UInt8(ascii: "\n"), count: count)
    // One run, of which only the length is sent.
    let looks = (0..<count).flatMap { _ in packed([2, 0, 4_096]) }
    #expect(isReply(snapshot(rows: [3: .data(text), 4: .data(looks)])) == isFine)
  }

  @Test("their windows", arguments: [(1, true), (100, true), (10_000, false)])
  func windows(count: Int, isFine: Bool) {
    let each: UInt64 = 1_000
    let row = [UInt8](repeating: UInt8(ascii: "a"), count: Int(each)) + [UInt8(ascii: "\n")]
    let windows = packed([UInt64(count), each] + (0..<each).flatMap { [$0, 1, 1] })
    let text = Array(repeatElement(row, count: count).joined())
    #expect(isReply(snapshot(rows: [3: .data(text), 6: .data(windows)])) == isFine)
  }

  @Test("and the entries of any list", arguments: [(1, true), (10_000, true), (3_000_000, false)])
  func entries(count: Int, isFine: Bool) {
    let empty = [UInt8](repeatElement([0x0A, 0], count: count).joined())
    #expect(isReply(([13: .data(empty)] as ForeignMessage).bytes) == isFine)
  }

  @Test("a row has at most 512 KiB", arguments: [(524_288, true), (524_289, false)])
  func longRow(count: Int, isFine: Bool) {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: count) + [UInt8(ascii: "\n")]
    #expect(isReply(snapshot(rows: [3: .data(text)])) == isFine)
  }

  @Test("a scene has at most 10,000 containers", arguments: [(10_000, true), (10_001, false)])
  func containers(count: UInt64, isFine: Bool) {
    #expect(isReply(scene(of: 1...count)) == isFine)
  }

  @Test(
    "a timeline has at most 64,000 changes, and as many tracks",
    arguments: [3, 4],
    [(64_000, true), (64_001, false)]
  )
  func timelines(field: Int, size: (count: Int, isFine: Bool)) {
    // Changes of container 1, or tracks of it.
    let part: ForeignMessage.Value = field == 3 ? [3: [1: 1]] : [1: 1]
    let bytes = update(ForeignMessage((0..<size.count).map { _ in (field, part) }))
    #expect(((try? LayoutMessage(decoding: bytes)) != nil) == size.isFine)
  }

  @Test("and its tracks have at most 262,144 deltas", arguments: [(1_456, true), (1_457, false)])
  func deltas(tracks: Int, isFine: Bool) {
    let track: ForeignMessage.Value = [3: .data(Array(repeating: 2, count: Limits.frames))]
    let bytes = update(ForeignMessage((0..<tracks).map { _ in (4, track) }))
    #expect(((try? LayoutMessage(decoding: bytes)) != nil) == isFine)
  }

  @Test("the containers of a scene are in order", arguments: [(false, true), (true, false)])
  func order(isReversed: Bool, isFine: Bool) {
    let ids = Array(1...6_000 as ClosedRange<UInt64>)
    #expect(isReply(scene(of: isReversed ? ids.reversed() : ids)) == isFine)
  }

  @Test("operations have a number, reads have none")
  func sequenceNumbers() {
    let list: ForeignMessage = [16: [:]]
    let kill: ForeignMessage = [15: [1: [1: 5]]]
    #expect(isRead(request(seq: 0, list)))
    #expect(!isRead(request(seq: 1, list)))
    #expect(!isRead(request(seq: 0, kill)))
    #expect(isRead(request(seq: 1, kill)))
  }

  @Test("required fields must be present")
  func missingParts() {
    // An input without session, without action, with an unknown key; commands and content of no kind.
    let session: ForeignMessage = [1: [1: 5]]
    #expect(!isRead(request(seq: 1, [13: [4: [1: 1]]])))
    #expect(!isRead(request(seq: 1, [13: .message(session)])))
    let strange: [ForeignMessage] = [[4: [1: 0]], [4: [1: 99]], [5: [1: "Hyper-Right"]]]
    for input in strange {
      #expect(!isRead(request(seq: 1, [13: .message(session + input)])))
    }
    #expect(!isRead(request(seq: 1, [14: [1: "x"]])))
    #expect(!isRead(request(seq: 1, [15: [:]])))
  }

  @Test("text is valid UTF-8")
  func textIsUnicode() {
    for bytes in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]] as [[UInt8]] {
      #expect(!isRead(request(seq: 1, [14: [1: .data(bytes), 2: [1: "x"]]])))
    }
  }
}
