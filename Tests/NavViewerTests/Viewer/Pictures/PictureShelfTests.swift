import NavBase
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Pictures that a viewer asks for") struct PictureShelfTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let frame = CellRect(x: 2, y: 1, width: 8, height: 3)
  private static let rest = PictureShelf.pause

  private static func seen(_ digit: String) throws -> [(picture: PlacedPicture, frame: CellRect)] {
    let id = try #require(PictureID(String(repeating: digit, count: 32)))
    let picture = PlacedPicture(
      id,
      row: 0,
      column: 0,
      size: (frame.width, frame.height),
      natural: (64, 48),
      text: "a plan"
    )
    return [(picture, frame)]
  }

  private static func reply(_ body: Reply.Body, to id: UInt64) -> Reply {
    Reply(id: id, client: nil, seq: 0, body: body)
  }

  /// Answers all that a shelf asks for with the parts of a copy.
  private static func serve(
    _ copy: [UInt8],
    to shelf: inout PictureShelf,
    at now: Duration,
    changing change: (inout Reply.PicturePart) -> Void = { _ in }
  ) throws -> Int {
    var asked = 0
    while let due = shelf.due(at: now), asked < 100 {
      asked += 1
      shelf.sent(as: UInt64(asked), at: now)
      #expect(shelf.due(at: now)?.part == nil)
      var part = try #require(
        Reply.PicturePart(due.part, of: copy, hash: PictureCopy.hash(of: copy))
      )
      change(&part)
      let isOthers = shelf.receive(reply(.picture(part), to: 999), at: now)
      let isOwn = shelf.receive(reply(.picture(part), to: UInt64(asked)), at: now)
      #expect(isOwn && !isOthers)
    }
    return asked
  }

  @Test("a picture is asked for once, at rest, and shown when all of it is there")
  func asking() throws {
    var shelf = PictureShelf()
    #expect(shelf.see(try Self.seen("1"), isMoving: false, at: .zero) == [])
    #expect(shelf.nextWake(at: .zero) == nil)
    shelf.terminal = PictureTerminal(.iterm2)
    #expect(shelf.see(try Self.seen("1"), isMoving: true, at: .seconds(1)) == [])
    #expect(shelf.see(try Self.seen("1"), isMoving: false, at: .seconds(1)) == [])
    #expect(shelf.due(at: .seconds(1))?.part == nil)
    #expect(shelf.nextWake(at: .seconds(1)) == Duration.seconds(1) + Self.rest)
    let now = Duration.seconds(1) + Self.rest
    #expect(shelf.see(try Self.seen("1"), isMoving: false, at: now) == [])
    let copy = Self.signature + [UInt8](repeating: 1, count: 2 * PictureCopy.partBytes)
    #expect(try Self.serve(copy, to: &shelf, at: now) == 3)
    let shown = shelf.see(try Self.seen("1"), isMoving: false, at: now)
    #expect(shown.map(\.frame) == [Self.frame] && shown.first?.bytes == copy)
    #expect(shelf.due(at: now)?.part == nil && shelf.nextWake(at: now) == nil)
    // Blocks while something moves, and the known picture afterwards.
    #expect(shelf.see(try Self.seen("1"), isMoving: true, at: now) == [])
    #expect(shelf.see(try Self.seen("1"), isMoving: false, at: now) == [])
    #expect(shelf.see(try Self.seen("1"), isMoving: false, at: now + Self.rest) == shown)
    #expect(shelf.see(try Self.seen("2"), isMoving: false, at: now + Self.rest) == [])
  }

  @Test("nothing of what a hostile daemon sends reaches the terminal")
  func hostility() throws {
    let changes: [(String, [UInt8], (inout Reply.PicturePart) -> Void)] = [
      ("another hash", Self.signature, { $0.hash ^= 1 }),
      ("no PNG", [1, 2, 3], { _ in }),
      ("a sequence", Array("\u{1B}]52;c;AAAA\u{7}".utf8), { _ in }),
      ("another part", Self.signature, { ($0.part, $0.count) = (1, 2) }),
      ("an empty part", Self.signature, { ($0.bytes, $0.count) = ([], 5) }),
      (
        "too many bytes", Self.signature,
        { part in
          part.bytes = Self.signature + [UInt8](repeating: 0, count: PictureCopy.byteLimit)
        }
      ),
    ]
    for (name, copy, change) in changes {
      var shelf = PictureShelf()
      shelf.terminal = PictureTerminal(.kitty)
      _ = shelf.see(try Self.seen("1"), isMoving: false, at: .zero)
      #expect(shelf.see(try Self.seen("1"), isMoving: false, at: Self.rest) == [])
      _ = try Self.serve(copy, to: &shelf, at: Self.rest, changing: change)
      #expect(shelf.see(try Self.seen("1"), isMoving: false, at: Self.rest) == [], "\(name)")
      #expect(shelf.due(at: .seconds(9))?.part == nil, "\(name) is asked for again")
    }
    let id = try #require(PictureID(String(repeating: "1", count: 32)))
    let sixel = PictureCopy(id, .sixel(width: 9, height: 6))
    #expect(sixel.accepts(Array("\"1;1;9;6#0!9~-".utf8)))
    for bad in ["", "a b", "#0~\u{1B}\\", "~\u{7F}", "ä", "~\n"] {
      #expect(!sixel.accepts(Array(bad.utf8)), "\(bad.debugDescription)")
    }
  }

  @Test("a busy daemon is asked again, one that refuses when the page has been another one")
  func refusals() throws {
    var shelf = PictureShelf()
    shelf.terminal = PictureTerminal(.kitty)
    var now = Duration.zero
    func look(_ digit: String) throws {
      _ = shelf.see(try Self.seen(digit), isMoving: false, at: now)
      now += Self.rest
      _ = shelf.see(try Self.seen(digit), isMoving: false, at: now)
    }
    func fail(_ code: Reply.Failure.Code) {
      shelf.sent(as: 1, at: now)
      let isOwn = shelf.receive(Self.reply(.failure(Reply.Failure(code, "")), to: 1), at: now)
      #expect(isOwn)
    }
    try look("1")
    fail(.retry)
    #expect(shelf.due(at: now)?.part == nil)
    now += .seconds(1)
    #expect(shelf.due(at: now)?.part == 0)
    fail(.noSuchInput)
    try look("1")
    #expect(shelf.due(at: now)?.part == nil)
    try look("2")
    #expect(shelf.due(at: now)?.copy.id.description.first == "2")
    try look("1")
    #expect(shelf.due(at: now)?.copy.id.description.first == "1")
    // Without an answer.
    shelf.sent(as: 2, at: now)
    now += .seconds(30)
    #expect(shelf.due(at: now)?.part != nil)
  }
}
