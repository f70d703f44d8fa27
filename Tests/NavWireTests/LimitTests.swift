import NavCommands
import NavGeometry
import NavTestKit
import NavWire
import Testing

@Suite("Limits of what is read")
struct LimitTests {
  private let client = [UInt8](repeating: 1, count: 16)

  private func request(
    client: [UInt8]? = nil,
    seq: UInt64 = 0,
    _ body: (inout WireWriter) -> Void
  ) -> [UInt8] {
    WireWriter {
      $0.data(2, client ?? self.client)
      if seq > 0 { $0.varint(3, seq) }
      body(&$0)
    }.bytes
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
    let viewport: (inout WireWriter) -> Void = {
      $0.varint(1, columns)
      $0.varint(2, rows)
    }
    let snapshot = request {
      $0.message(17) {
        $0.message(1) { $0.varint(1, 5) }
        $0.message(2, viewport)
      }
    }
    let attach = request {
      $0.message(10) {
        $0.text(2, "x")
        $0.message(3, viewport)
      }
    }
    #expect(isRead(snapshot) == isFine)
    #expect(isRead(attach) == isFine)
  }

  @Test(
    "a client id has 16 bytes; reads but attach need none",
    arguments: [0, 1, 15, 16, 17]
  )
  func clientIDs(count: Int) {
    let client = [UInt8](repeating: 1, count: count)
    let list = request(client: client) { $0.message(16) { _ in } }
    #expect(isRead(list) == (count == 0 || count == 16))
    let attach = request(client: client) {
      $0.message(10) {
        $0.text(2, "x")
        $0.message(3) {
          $0.varint(1, 80)
          $0.varint(2, 24)
        }
      }
    }
    #expect(isRead(attach) == (count == 16))
    let kill = request(client: client, seq: 1) {
      $0.message(15) { $0.message(1) { $0.varint(1, 5) } }
    }
    #expect(isRead(kill) == (count == 16))
  }

  @Test("a request has at most 64 keys", arguments: [0, 1, 64, 65])
  func keys(count: Int) {
    let bytes = request(seq: 1) {
      $0.message(13) {
        $0.message(1) { $0.varint(1, 5) }
        $0.message(5) { for _ in 0..<count { $0.text(1, "Right") } }
      }
    }
    #expect(isRead(bytes) == (count <= 64))
  }

  @Test("operations have a number, reads have none")
  func sequenceNumbers() {
    let list: (inout WireWriter) -> Void = { $0.message(16) { _ in } }
    let kill: (inout WireWriter) -> Void = { $0.message(15) { $0.message(1) { $0.varint(1, 5) } } }
    #expect(isRead(request(seq: 0, list)))
    #expect(!isRead(request(seq: 1, list)))
    #expect(!isRead(request(seq: 0, kill)))
    #expect(isRead(request(seq: 1, kill)))
  }

  @Test("what has to be said is said")
  func missingParts() {
    // An input without session, without action, with an unknown key; commands and content of no kind.
    let session: (inout WireWriter) -> Void = { $0.message(1) { $0.varint(1, 5) } }
    let command: (inout WireWriter) -> Void = { $0.message(4) { $0.varint(1, 1) } }
    #expect(!isRead(request(seq: 1) { $0.message(13, command) }))
    #expect(!isRead(request(seq: 1) { $0.message(13, session) }))
    let strange: [(inout WireWriter) -> Void] = [
      { $0.message(4) { $0.varint(1, 0) } }, { $0.message(4) { $0.varint(1, 99) } },
      { $0.message(5) { $0.text(1, "Hyper-Right") } },
    ]
    for input in strange {
      let bytes = request(seq: 1) {
        $0.message(13) {
          session(&$0)
          input(&$0)
        }
      }
      #expect(!isRead(bytes))
    }
    #expect(!isRead(request(seq: 1) { $0.message(14) { $0.text(1, "x") } }))
    #expect(!isRead(request(seq: 1) { $0.message(15) { _ in } }))
  }

  @Test("text is valid UTF-8")
  func textIsUnicode() {
    for bytes in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]] as [[UInt8]] {
      #expect(
        !isRead(
          request(seq: 1) {
            $0.message(14) {
              $0.data(1, bytes)
              $0.message(2) { $0.text(1, "x") }
            }
          }
        )
      )
    }
  }
}
